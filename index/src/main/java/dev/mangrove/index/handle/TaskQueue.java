package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;

import org.jspecify.annotations.Nullable;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Executes tasks in the order of their arrival, on a bounded number of virtual threads of a host. A
 * thread is started for a task that finds fewer threads than the bound, and ends when no task is
 * left.
 *
 * <p>A caller first adds its task and then reads the number of threads; a thread that ends first
 * lowers the number and then looks for tasks. One of the two sees the other, so no task is left
 * without a thread. A caller that cannot start a thread lowers the number as well. If no other
 * thread is left then, it completes the tasks with the cause.
 */
final class TaskQueue {
    private final Host host;
    private final int mostThreads;
    private final Queue<Task<?>> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger threads = new AtomicInteger();

    /** What a thread executes, and the future of its caller. */
    private record Task<T extends @Nullable Object>(Supplier<T> body, CompletableFuture<T> future) {
        void run() {
            if (future.isDone()) {
                return; // Cancelled.
            }
            try {
                boolean _ = future.complete(body.get());
            } catch (RuntimeException | Error e) {
                fail(e);
            }
        }

        void fail(Throwable cause) {
            boolean _ = future.completeExceptionally(cause);
        }
    }

    TaskQueue(Host host, int mostThreads) {
        this.host = host;
        this.mostThreads = mostThreads;
    }

    /**
     * Executes a task on one of the threads; the future completes with its result or exception, or
     * with the reason why there is no thread for it.
     */
    <T extends @Nullable Object> CompletableFuture<T> submit(Supplier<T> body) {
        Task<T> task = new Task<>(body, new CompletableFuture<>());
        tasks.add(task);
        if (enter()) {
            start();
        }
        return task.future();
    }

    /** Counts one more thread, if there are tasks and fewer threads than the bound. */
    private boolean enter() {
        SharedWords.beforeHeapAccess();
        int count = threads.get();
        while (count < mostThreads && !tasks.isEmpty()) {
            if (threads.compareAndSet(count, count + 1)) {
                return true;
            }
            count = threads.get();
        }
        return false;
    }

    private void start() {
        try {
            Host.Task _ = host.startVirtual("mangrove-async", this::drain);
        } catch (RuntimeException | Error e) {
            leave();
            failAbandoned(e);
        }
    }

    private void leave() {
        SharedWords.beforeHeapAccess();
        threads.decrementAndGet();
    }

    /** Fails tasks as long as no thread is left that could execute them. */
    private void failAbandoned(Throwable cause) {
        while (threads.get() == 0) {
            Task<?> task = tasks.poll();
            if (task == null) {
                return;
            }
            task.fail(cause);
        }
    }

    private void drain() {
        do {
            for (Task<?> task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
            leave();
        } while (enter());
    }
}
