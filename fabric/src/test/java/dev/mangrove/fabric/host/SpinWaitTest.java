package dev.mangrove.fabric.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Virtual threads that spin on all carriers, and one that ends their wait. */
final class SpinWaitTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int WAITERS_PER_CARRIER = 4;

    /** Chosen: threads that only yield starve the other one several times in as many. */
    private static final int REPETITIONS = 500;

    @RepeatedTest(REPETITIONS)
    void shouldLetTheThreadRunForWhichVirtualThreadsWait() throws InterruptedException {
        AtomicBoolean free = new AtomicBoolean();
        List<Thread> waiters = new ArrayList<>();
        int count = WAITERS_PER_CARRIER * Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < count; i++) {
            waiters.add(Thread.ofVirtual().start(() -> await(free)));
        }
        try {
            Thread holder = Thread.ofVirtual().start(() -> free.set(true));

            assertThat(holder.join(PATIENCE)).isTrue();
        } finally {
            free.set(true);
            for (Thread waiter : waiters) {
                waiter.join();
            }
        }
    }

    private static void await(AtomicBoolean condition) {
        while (!condition.get()) {
            Host.system().spinWait();
        }
    }
}
