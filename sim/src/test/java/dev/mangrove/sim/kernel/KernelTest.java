package dev.mangrove.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

final class KernelTest {
    private final Kernel kernel = new Kernel();
    private final List<String> log = new ArrayList<>();

    private final class Note extends Event {
        private final String name;

        Note(String name) {
            this.name = name;
        }

        @Override
        protected void fire(int argument) {
            log.add(name + argument + "@" + kernel.now());
        }
    }

    @Test
    void shouldFireEventsByTimeAndThenInTheOrderTheyWereScheduled() {
        Note a = new Note("a");
        Note b = new Note("b");
        kernel.schedule(20, a, 1);
        kernel.schedule(10, b, 2);
        kernel.schedule(20, b, 3);
        kernel.schedule(10, a, 4);

        kernel.run();

        assertThat(log).containsExactly("b2@10", "a4@10", "a1@20", "b3@20");
    }

    @Test
    void shouldKeepOrderAmongManyEvents() {
        SplittableRandom random = new SplittableRandom(1);
        long[] last = {-1};
        Event inOrder =
                new Event() {
                    @Override
                    protected void fire(int argument) {
                        assertThat(kernel.now()).isGreaterThanOrEqualTo(last[0]);
                        last[0] = kernel.now();
                        if (kernel.fired() < 5_000) {
                            kernel.schedule(kernel.now() + random.nextInt(1_000), this, argument);
                        }
                    }
                };
        for (int i = 0; i < 3_000; i++) {
            kernel.schedule(random.nextInt(1_000), inOrder, i);
        }

        kernel.run();

        assertThat(kernel.pending()).isZero();
        assertThat(kernel.fired()).isGreaterThanOrEqualTo(5_000);
    }

    @Test
    void shouldMoveTheClockToTheDeadlineWhenNothingHappens() {
        kernel.schedule(500, new Note("late"), 0);

        assertThat(kernel.runUntil(100, () -> false)).isFalse();

        assertThat(kernel.now()).isEqualTo(100);
        assertThat(log).isEmpty();
    }

    @Test
    void shouldRunCoroutinesInTurns() {
        Coroutine[] both = new Coroutine[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            both[i] =
                    new Coroutine(
                            kernel,
                            "me",
                            () -> {
                                for (int step = 0; step < 2; step++) {
                                    log.add(me + ":" + step);
                                    both[me].suspend();
                                }
                            });
        }

        for (int round = 0; round < 3; round++) {
            both[0].resume();
            both[1].resume();
        }

        assertThat(log).containsExactly("0:0", "1:0", "0:1", "1:1");
        assertThat(both[0].isDone()).isTrue();
    }

    @Test
    void shouldEndTheLoopWithWhatCodeUnderSimulationThrew() {
        IllegalStateException reason = new IllegalStateException("wrong");
        kernel.schedule(
                1,
                new Event() {
                    @Override
                    protected void fire(int argument) {
                        kernel.fail(reason);
                    }
                },
                0);

        assertThatThrownBy(kernel::run).isInstanceOf(SimulationFailure.class).hasCause(reason);
    }
}
