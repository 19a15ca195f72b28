package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

final class ShmRingTest {
    private static final long TAIL = 0;
    private static final long HEAD = 128;
    private static final long DATA = 256;

    private final MemorySegment memory = Arena.ofAuto().allocate(ShmRing.BYTES, 64);
    private final ShmRing writer = new ShmRing(memory, 0);
    private final ShmRing reader = new ShmRing(memory, 0);
    private final MemorySegment payload = Arena.ofAuto().allocate(ShmRing.CAPACITY, 8);

    @Test
    void shouldHandOverRecordsInOrder() {
        payload.set(JAVA_INT, 0, 17);
        assertThat(writer.offer(ShmRing.MESSAGE, payload, 0, 4)).isTrue();
        assertThat(writer.offer(ShmRing.IMMEDIATE, payload, 0, 0)).isTrue();
        assertThat(reader.next()).isTrue();
        assertThat(reader.type()).isEqualTo(ShmRing.MESSAGE);
        assertThat(memory.get(JAVA_INT, reader.payload())).isEqualTo(17);
        reader.release();
        assertThat(reader.next()).isTrue();
        assertThat(reader.type()).isEqualTo(ShmRing.IMMEDIATE);
        assertThat(reader.length()).isZero();
        reader.release();
        assertThat(reader.next()).isFalse();
    }

    @Test
    void shouldRejectWriteWhenRingIsFull() {
        int written = 0;
        while (writer.offer(ShmRing.MESSAGE, payload, 0, ShmRing.LARGEST_PAYLOAD)) {
            written++;
        }
        assertThat(written).isEqualTo(4);
        assertThat(reader.next()).isTrue();
        reader.release();
        assertThat(writer.offer(ShmRing.MESSAGE, payload, 0, ShmRing.LARGEST_PAYLOAD)).isTrue();
    }

    @Test
    void shouldKeepEveryRecordWholeWhereverItWraps() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            int length = random.nextInt(Integer.BYTES, 3_000);
            payload.set(JAVA_INT, 0, i);
            assertThat(writer.offer(ShmRing.MESSAGE, payload, 0, length)).isTrue();
            assertThat(reader.next()).isTrue();
            assertThat(reader.length()).isEqualTo(length);
            assertThat(memory.get(JAVA_INT, reader.payload())).isEqualTo(i);
            reader.release();
        }
    }

    @Test
    void shouldRefuseATailThatCannotBe() {
        memory.set(JAVA_LONG, TAIL, ShmRing.CAPACITY + 8L);
        assertThatThrownBy(reader::next).isInstanceOf(DamagedRingException.class);
    }

    @Test
    void shouldRefuseAHeadThatCannotBe() {
        for (int i = 0; i < 4; i++) {
            assertThat(writer.offer(ShmRing.MESSAGE, payload, 0, ShmRing.LARGEST_PAYLOAD)).isTrue();
        }
        memory.set(JAVA_LONG, HEAD, Long.MIN_VALUE);
        assertThatThrownBy(() -> writer.offer(ShmRing.MESSAGE, payload, 0, 64))
                .isInstanceOf(DamagedRingException.class);
    }

    @Test
    void shouldRefuseARecordThatLeavesTheRing() {
        assertThat(writer.offer(ShmRing.MESSAGE, payload, 0, 64)).isTrue();
        for (int length : new int[] {-1, 65, ShmRing.CAPACITY, Integer.MAX_VALUE}) {
            memory.set(JAVA_INT, DATA, length);
            assertThatThrownBy(() -> new ShmRing(memory, 0).next())
                    .isInstanceOf(DamagedRingException.class);
        }
    }
}
