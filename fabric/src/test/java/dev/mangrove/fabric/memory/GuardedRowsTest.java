package dev.mangrove.fabric.memory;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.RowMask;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/** Rows are gathered while a writer changes them; those that are not torn have one version. */
final class GuardedRowsTest {
    private static final int LINE = 64;

    /** More than a group, and no multiple of one. */
    private static final int ROWS = 37;

    private static final int GATHERS = 20_000;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGatherRowsOfOneVersion(boolean whole) throws InterruptedException {
        RowMask mask = whole ? RowMask.whole(LINE) : new RowMask(LINE).run(0, 16).run(32, 24);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment shared = arena.allocate((long) ROWS * LINE, LINE);
            MemorySegment local = arena.allocate((long) ROWS * LINE, LINE);
            AtomicBoolean ended = new AtomicBoolean();
            Thread writer = Thread.ofPlatform().start(() -> change(shared, ended));
            try {
                Selection rows = new Selection().strided(0, ROWS, mask.guard(0));
                for (int i = 0; i < GATHERS; i++) {
                    int torn = GuardedRows.gather(shared, rows, 0, ROWS, local, 0);
                    assertThat(mixtures(local, mask.bytes())).isLessThanOrEqualTo(torn);
                }
            } finally {
                ended.set(true);
                writer.join();
            }
        }
    }

    /** A version is odd while a row changes, as in a sequence lock. */
    private static void change(MemorySegment shared, AtomicBoolean ended) {
        for (long version = 2; !ended.get(); version += 2) {
            for (long row = 0; row < ROWS; row++) {
                shared.set(JAVA_LONG, row * LINE, version - 1);
                VarHandle.releaseFence();
                for (long at = Long.BYTES; at < LINE; at += Long.BYTES) {
                    shared.set(JAVA_LONG, row * LINE + at, version);
                }
                VarHandle.releaseFence();
                shared.set(JAVA_LONG, row * LINE, version);
            }
        }
    }

    /** Rows whose guard is even, so that they are not changing, but have words of two versions. */
    private static int mixtures(MemorySegment local, int rowBytes) {
        int mixtures = 0;
        for (long row = 0; row < ROWS; row++) {
            long version = local.get(JAVA_LONG, row * rowBytes);
            boolean mixed = false;
            for (long at = Long.BYTES; at < rowBytes; at += Long.BYTES) {
                mixed |= local.get(JAVA_LONG, row * rowBytes + at) != version;
            }
            mixtures += mixed && (version & 1) == 0 ? 1 : 0;
        }
        return mixtures;
    }

    @Test
    void shouldGatherPointedRowsInTheirOrder() {
        MemorySegment shared = Arena.ofAuto().allocate((long) ROWS * LINE, LINE);
        MemorySegment local = Arena.ofAuto().allocate((long) ROWS * LINE, LINE);
        for (long at = 0; at < shared.byteSize(); at += Long.BYTES) {
            shared.set(JAVA_LONG, at, at);
        }
        long[] pointers = new long[ROWS];
        for (int row = 0; row < ROWS; row++) {
            pointers[row] = (long) (ROWS - 1 - row) * LINE;
        }
        RowMask mask = RowMask.whole(LINE).guard(0);
        Selection rows = new Selection().pointed(pointers, ROWS, mask);
        assertThat(GuardedRows.gather(shared, rows, 0, ROWS, local, 0)).isZero();
        for (int row = 0; row < ROWS; row++) {
            for (long at = 0; at < LINE; at += Long.BYTES) {
                assertThat(local.get(JAVA_LONG, (long) row * LINE + at))
                        .isEqualTo(pointers[row] + at);
            }
        }
    }

    @Test
    void shouldFitOnlyWholeWordsBehindTheirGuard() {
        assertThat(GuardedRows.fit(RowMask.whole(LINE).guard(0))).isTrue();
        assertThat(GuardedRows.fit(new RowMask(LINE).run(8, 16).run(32, 8).guard(8))).isTrue();
        assertThat(GuardedRows.fit(RowMask.whole(LINE).guard(8))).isFalse();
        assertThat(GuardedRows.fit(new RowMask(LINE).run(8, 16).guard(0))).isFalse();
        assertThat(GuardedRows.fit(new RowMask(LINE).run(0, 12).guard(0))).isFalse();
        assertThat(GuardedRows.fit(new RowMask(LINE).run(0, 4).run(4, 60).guard(0))).isFalse();
    }
}
