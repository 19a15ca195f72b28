package dev.mangrove.index.map;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

final class ComputeTurnTest {
    private static final int THREADS = 200;

    @Test
    void shouldLetOneThreadComputeAfterTheOther() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> futures = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                futures.add(
                        executor.submit(
                                () -> {
                                    try (ComputeTurn turn = new ComputeTurn("counter")) {
                                        turn.take();
                                        turn.take(); // It has it already.
                                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                        Thread.yield();
                                        inside.decrementAndGet();
                                    }
                                }));
            }
        }
        for (Future<?> future : futures) {
            future.get();
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void shouldGoOnWithoutATurnWhenTwoThreadsWaitForEachOther() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> one = executor.submit(() -> takeBoth("one", "other", both));
            Future<?> other = executor.submit(() -> takeBoth("other", "one", both));
            one.get();
            other.get();
        }
        assertThat(both.getCount()).isZero();
    }

    private static void takeBoth(String first, String second, CountDownLatch both) {
        try (ComputeTurn outer = new ComputeTurn(first)) {
            outer.take();
            both.countDown();
            both.await();
            try (ComputeTurn inner = new ComputeTurn(second)) {
                inner.take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
