package dev.mangrove.fabric.verbs.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mangrove.fabric.socket.ProtocolException;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** Sender and receiver of a ring agree on the messages' positions and on the credit. */
final class RingWindowTest {
    private final MemorySegment ring = Arena.ofAuto().allocate(RingWindow.BYTES);
    private final RingWindow window = new RingWindow();
    private final RingReader reader = new RingReader(ring);

    @Test
    void shouldHoldAsMuchAsTheRingAndNoMore() {
        int messages = RingWindow.BYTES / 1024;
        for (int i = 0; i < messages; i++) {
            assertThat(window.place(1024)).isEqualTo(i * 16);
        }
        assertThat(window.place(0)).isEqualTo(RingWindow.NO_ROOM);
        assertThat(window.take(RingWindow.credit(16, 1))).isTrue();
        assertThat(window.place(1024)).isZero();
        assertThat(window.place(1)).isEqualTo(RingWindow.NO_ROOM);
    }

    @Test
    void shouldCountRecordsWithoutBytes() {
        for (int i = 0; i < RingWindow.RECORDS; i++) {
            assertThat(window.placeRecord()).isTrue();
        }
        assertThat(window.placeRecord()).isFalse();
        assertThat(window.place(1)).isEqualTo(RingWindow.NO_ROOM);
        assertThat(window.take(RingWindow.credit(0, 1))).isTrue();
        assertThat(window.placeRecord()).isTrue();
    }

    @Test
    void shouldRefuseCreditForWhatWasNotSent() {
        assertThat(window.place(64)).isZero();
        assertThat(window.take(RingWindow.credit(2, 1))).isFalse();
        assertThat(window.take(RingWindow.credit(1, 2))).isFalse();
        assertThat(window.take(RingWindow.credit(1, 1))).isTrue();
    }

    @Test
    void shouldAgreeOnEveryPlaceWhateverTheSizes() throws ProtocolException {
        SplittableRandom random = new SplittableRandom(4711);
        for (int i = 0; i < 200_000; i++) {
            int length = random.nextInt(1 + (RingWindow.LARGEST_MESSAGE >>> random.nextInt(14)));
            int unit = window.place(length);
            if (unit != RingWindow.NO_ROOM) {
                reader.message(RingWindow.immediate(unit, length));
            }
            if (unit == RingWindow.NO_ROOM || random.nextInt(3) == 0) {
                takeOne();
            }
        }
        while (!reader.isEmpty()) {
            takeOne();
        }
        assertThat(window.take(reader.credit())).isTrue();
        for (int i = 0; i < 4; i++) {
            assertThat(window.place(RingWindow.BYTES / 8)).isNotEqualTo(RingWindow.NO_ROOM);
        }
    }

    private void takeOne() throws ProtocolException {
        if (reader.isEmpty()) {
            return;
        }
        assertThat(reader.offset() + reader.length()).isLessThanOrEqualTo(ring.byteSize());
        reader.release();
        if (reader.isCreditDue()) {
            assertThat(window.take(reader.credit())).isTrue();
        }
    }

    /** A receiver that has taken all messages must grant credit to a sender that waits for room. */
    @Test
    void shouldLeaveRoomForTheLargestMessageWhenTheCreditIsNotDueYet() throws ProtocolException {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            int length = random.nextInt(RingWindow.LARGEST_MESSAGE + 1);
            int unit = window.place(length);
            assertThat(unit).as("message %d", i).isNotEqualTo(RingWindow.NO_ROOM);
            reader.message(RingWindow.immediate(unit, length));
            takeOne();
        }
    }

    @Test
    void shouldRefuseMessagesThatAreNotWhereTheyMustBe() throws ProtocolException {
        for (int wrong :
                new int[] {
                    RingWindow.immediate(1, 8),
                    RingWindow.immediate(0, RingWindow.LARGEST_MESSAGE + 1),
                    RingWindow.immediate(RingWindow.UNITS - 1, 65),
                    -1
                }) {
            RingReader fresh = new RingReader(ring);
            fresh.message(wrong);
            assertThatExceptionOfType(ProtocolException.class).isThrownBy(fresh::offset);
        }
    }

    @Test
    void shouldRefuseMoreRecordsThanTheWindowAllows() throws ProtocolException {
        for (int i = 0; i < RingWindow.RECORDS; i++) {
            reader.bare(i);
        }
        assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> reader.bare(0));
        assertThat(reader.isBare()).isTrue();
        assertThat(reader.value()).isZero();
    }
}
