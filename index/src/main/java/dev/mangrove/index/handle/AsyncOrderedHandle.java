package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.AsyncOrdered;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedIndex;

import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** The operations of a handle as futures. */
public final class AsyncOrderedHandle implements AsyncOrdered {
    private final OrderedIndex index;
    private final TaskQueue tasks;

    /**
     * Operations of a handle.
     *
     * @param mostThreads most operations that are executed at the same time
     */
    public AsyncOrderedHandle(OrderedIndex index, Host host, int mostThreads) {
        this.index = index;
        this.tasks = new TaskQueue(host, mostThreads);
    }

    @Override
    public CompletableFuture<OptionalLong> get(long key) {
        return tasks.submit(() -> index.get(key));
    }

    @Override
    public CompletableFuture<Boolean> put(long key, long value) {
        return tasks.submit(() -> index.put(key, value));
    }

    @Override
    public CompletableFuture<Boolean> putIfAbsent(long key, long value) {
        return tasks.submit(() -> index.putIfAbsent(key, value));
    }

    @Override
    public CompletableFuture<Boolean> replace(long key, long expected, long value) {
        return tasks.submit(() -> index.replace(key, expected, value));
    }

    @Override
    public CompletableFuture<Boolean> delete(long key) {
        return tasks.submit(() -> index.delete(key));
    }

    @Override
    public CompletableFuture<Boolean> delete(long key, long expected) {
        return tasks.submit(() -> index.delete(key, expected));
    }

    @Override
    public CompletableFuture<OrderedBatch> applyAll(OrderedBatch batch) {
        Objects.requireNonNull(batch, "batch");
        return tasks.submit(
                () -> {
                    int _ = index.applyAll(batch);
                    return batch;
                });
    }

    @Override
    public CompletableFuture<Long> count(long from, long to) {
        return tasks.submit(() -> index.count(from, to));
    }
}
