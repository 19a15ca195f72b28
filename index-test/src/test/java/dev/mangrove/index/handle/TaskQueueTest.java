package dev.mangrove.index.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.host.Host;

import org.junit.jupiter.api.Test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

final class TaskQueueTest {
    private static final int BOUND = 2;
    private static final long SECONDS = 30;

    /** Threads that the host can still start. */
    private final AtomicInteger startable = new AtomicInteger(Integer.MAX_VALUE);

    private final TaskQueue queue = new TaskQueue(host(), BOUND);

    @Test
    void shouldCompleteAFutureWithTheCauseWhenNoThreadCanBeStarted() {
        startable.set(0);
        CompletableFuture<Integer> future = queue.submit(() -> 1);
        assertThat(future.isDone()).isTrue();
        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(InternalError.class);
    }

    @Test
    void shouldExecuteTasksAgainWhenThreadsCanBeStartedAgain() throws Exception {
        startable.set(0);
        for (int i = 0; i < 2 * BOUND; i++) {
            assertThat(queue.submit(() -> 1).isCompletedExceptionally()).isTrue();
        }
        startable.set(1);
        assertThat(queue.submit(() -> 2).get(SECONDS, TimeUnit.SECONDS)).isEqualTo(2);
    }

    @Test
    void shouldLeaveTasksToAThreadThatRunsWhenAnotherCannotBeStarted() throws Exception {
        startable.set(1);
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<Boolean> first = queue.submit(() -> await(held));
        CompletableFuture<Integer> second = queue.submit(() -> 2);
        assertThat(second.isDone()).isFalse();
        held.countDown();
        assertThat(first.get(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(second.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(2);
    }

    @Test
    void shouldNotExecuteATaskThatWasCancelledBeforeItBegan() throws Exception {
        startable.set(1);
        CountDownLatch held = new CountDownLatch(1);
        AtomicInteger executed = new AtomicInteger();
        CompletableFuture<Boolean> first = queue.submit(() -> await(held));
        CompletableFuture<Integer> second = queue.submit(executed::incrementAndGet);
        CompletableFuture<Integer> third = queue.submit(() -> 3);
        assertThat(second.cancel(false)).isTrue();
        held.countDown();
        assertThat(first.get(SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(third.get(SECONDS, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(executed).hasValue(0);
    }

    @Test
    void shouldGoOnWithLaterTasksWhenOneFails() throws Exception {
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            futures.add(queue.submit(() -> 10 / (number - 5)));
        }
        assertThat(futures.get(9).get(SECONDS, TimeUnit.SECONDS)).isEqualTo(2);
        assertThatThrownBy(() -> futures.get(5).get(SECONDS, TimeUnit.SECONDS))
                .hasCauseInstanceOf(ArithmeticException.class);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The machine, with a limit of threads. */
    private Host host() {
        return (Host)
                Proxy.newProxyInstance(
                        Host.class.getClassLoader(),
                        new Class<?>[] {Host.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("startVirtual")
                                    && startable.getAndDecrement() <= 0) {
                                // An OutOfMemoryError, as the JVM throws it, would end the test
                                // run.
                                throw new InternalError("no thread can be started");
                            }
                            try {
                                return method.invoke(Host.system(), arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }
}
