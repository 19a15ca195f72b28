package dev.mangrove.index.map;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class ComputeTurnTest {
    @Test
    void shouldBeTakenAgainWhenItHasEnded() {
        for (int i = 0; i < 2; i++) {
            try (ComputeTurn turn = new ComputeTurn("counter")) {
                assertThat(turn.take()).isTrue();
                assertThat(turn.take()).as("once more").isTrue();
            }
        }
        assertThat(isTakenAtOnceByAnother("counter")).isTrue();
    }

    private static boolean isTakenAtOnceByAnother(String key) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            return executor.submit(
                            () -> {
                                try (ComputeTurn turn = new ComputeTurn(key)) {
                                    return turn.take();
                                }
                            })
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
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
            boolean _ = outer.take();
            both.countDown();
            both.await();
            try (ComputeTurn inner = new ComputeTurn(second)) {
                boolean _ = inner.take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
