package dev.mangrove.index.page.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** One place of a table, and one line whose value its client replaces. */
final class HeldExtentsTest {
    private static final long TABLE = 4_096;
    private static final long PLACE = HeldExtents.place(TABLE, 3);
    private static final long LINE = 1_024;
    private static final long OLD = ExtentPointer.of(8_192, 5, 1);
    private static final long OFFERED = ExtentPointer.of(8_320, 9, 1);

    private final MemorySegment memory = Arena.ofAuto().allocate(16_384, BytesLine.BYTES);

    @BeforeEach
    void offer() {
        HeldExtents.clear(memory, TABLE);
        line(OLD);
        Extent.write(memory, Extent.offset(OFFERED), OFFERED, PLACE, new byte[50]);
        HeldExtents.offer(memory, PLACE, OFFERED);
        HeldExtents.aim(memory, PLACE, OLD, LINE);
    }

    private void line(long pointer) {
        memory.set(ValueLayout.JAVA_LONG, BytesLine.pointerAt(LINE), pointer);
    }

    @Test
    void shouldStandForTheOfferedExtentWhenTheClientDiesBeforeTheSwap() {
        assertThat(HeldExtents.heldByGone(memory, PLACE)).isEqualTo(OFFERED);
    }

    @Test
    void shouldStandForTheReplacedExtentWhenTheClientDiesAfterTheSwap() {
        line(OFFERED);
        assertThat(HeldExtents.heldByGone(memory, PLACE)).isEqualTo(OLD);
    }

    @Test
    void shouldStandForTheReplacedExtentWhenAnotherClientTakesTheNewOneOut() {
        line(OFFERED);
        HeldExtents.settleFor(memory, LINE, OFFERED);
        line(ExtentPointer.of(8_448, 1, 1));
        assertThat(HeldExtents.heldByGone(memory, PLACE)).isEqualTo(OLD);
    }

    @Test
    void shouldSettleNothingWhenTheExtentIsNotInItsLine() {
        HeldExtents.settleFor(memory, LINE, OFFERED);
        assertThat(HeldExtents.heldByGone(memory, PLACE)).isEqualTo(OFFERED);
    }

    @Test
    void shouldSettleNothingWhenTheClientHasTakenItsExtentBack() {
        line(OFFERED);
        HeldExtents.settle(memory, PLACE, OLD);
        HeldExtents.settle(memory, PLACE, OFFERED);
        HeldExtents.settleFor(memory, LINE, OFFERED);
        assertThat(HeldExtents.held(memory, PLACE)).isEqualTo(OFFERED);
    }

    @Test
    void shouldTellGenerationsApartWhenTheyWrap() {
        long last = ExtentPointer.of(8_192, ExtentPointer.GENERATIONS - 1, 2);
        long next = ExtentPointer.next(last);
        assertThat(ExtentPointer.generation(next)).isZero();
        assertThat(ExtentPointer.offset(next)).isEqualTo(8_192);
        assertThat(ExtentPointer.size(next)).isEqualTo(2);
        assertThat(ExtentPointer.isPointer(next)).isTrue();
        assertThat(ExtentPointer.isNotBefore(0, ExtentPointer.GENERATIONS - 1)).isTrue();
        assertThat(ExtentPointer.isNotBefore(ExtentPointer.GENERATIONS - 1, 0)).isFalse();
    }
}
