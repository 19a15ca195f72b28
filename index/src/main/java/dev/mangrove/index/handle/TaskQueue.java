package dev.mangrove.index.handle;

import dev.mangrove.fabric.Host;

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
 * without a thread.
 */
final class TaskQueue {
    private final Host host;
    private final int mostThreads;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger threads = new AtomicInteger();

    TaskQueue(Host host, int mostThreads) {
        this.host = host;
        this.mostThreads = mostThreads;
    }

    /** Executes a task on one of the threads; the future completes with its result or exception. */
    <T> CompletableFuture<T> submit(Supplier<T> task) {
        CompletableFuture<T> future = new CompletableFuture<>();
        tasks.add(() -> complete(future, task));
        startThread();
        return future;
    }

    private static <T> void complete(CompletableFuture<T> future, Supplier<T> task) {
        if (future.isDone()) {
            return; // Cancelled.
        }
        try {
            boolean _ = future.complete(task.get());
        } catch (RuntimeException | Error e) {
            boolean _ = future.completeExceptionally(e);
        }
    }

    private void startThread() {
        int count = threads.get();
        while (count < mostThreads && !tasks.isEmpty()) {
            if (threads.compareAndSet(count, count + 1)) {
                host.startVirtual("mangrove-async", this::drain);
                return;
            }
            count = threads.get();
        }
    }

    private void drain() {
        try {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        } finally {
            threads.decrementAndGet();
            startThread();
        }
    }
}
