package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.litmus.TwoThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread enters memory and leaves it again and again while another one closes it. */
final class OccupancyLitmusTest {
    private static final int ROUNDS = TwoThreads.rounds(5_000);
    private static final long LONG_NANOS = 60_000_000_000L;
    private static final int STEPS_INSIDE = 100;

    private final TwoThreads threads = new TwoThreads();
    private volatile Memory current = new Memory();

    private static final class Memory {
        private final Occupancy occupancy = new Occupancy();
        private volatile boolean closed;
        private volatile boolean unmapped;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotUnmapWhileTheUserIsInside(boolean batches) throws Exception {
        threads.run(
                () -> {
                    for (int round = 1; round <= ROUNDS && !threads.isLast(round - 1); round++) {
                        current = new Memory();
                        threads.meetAsFirst(round);
                        use(current, batches);
                    }
                },
                () -> {
                    for (int round = 1; round <= ROUNDS && !threads.isLast(round - 1); round++) {
                        threads.meetAsSecond(round);
                        Memory memory = current;
                        // Shares the line with the user, whose next store to it takes a while.
                        for (int i = round % 50; i >= 0; i--) {
                            assertThat(memory.occupancy.isCallerInside()).isFalse();
                        }
                        memory.closed = true;
                        assertThat(memory.occupancy.awaitOutside(LONG_NANOS)).isTrue();
                        memory.unmapped = true;
                    }
                });
    }

    /** Works in the memory until it is closed. */
    private static void use(Memory memory, boolean batches) {
        boolean open = true;
        while (open) {
            if (batches) {
                memory.occupancy.enterBatch();
            } else {
                memory.occupancy.enter();
            }
            open = !memory.closed;
            for (int step = 0; open && step < STEPS_INSIDE; step++) {
                if (memory.unmapped) {
                    throw new AssertionError("unmapped while in use");
                }
            }
            if (batches) {
                memory.occupancy.leaveBatch();
            } else {
                memory.occupancy.leave();
            }
        }
    }

    @Test
    void shouldWaitForTheUserToLeave() {
        Memory memory = new Memory();
        memory.occupancy.enter();
        assertThat(memory.occupancy.isCallerInside()).isTrue();
        assertThat(memory.occupancy.awaitOutside(1)).isFalse();
        memory.occupancy.enter();
        assertThat(memory.occupancy.leave()).isFalse();
        assertThat(memory.occupancy.leave()).isTrue();
        assertThat(memory.occupancy.isCallerInside()).isFalse();
        assertThat(memory.occupancy.awaitOutside(LONG_NANOS)).isTrue();
    }
}
