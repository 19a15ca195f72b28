package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.spatial.AsyncSpatial;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialIndex;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The operations of a spatial handle as futures, on copies of the caller's payloads. */
final class AsyncSpatialHandle implements AsyncSpatial {
    private final SpatialIndex index;
    private final TaskQueue tasks;

    /**
     * Operations of a handle.
     *
     * @param mostThreads most operations that are executed at the same time
     */
    AsyncSpatialHandle(SpatialIndex index, Host host, int mostThreads) {
        this.index = index;
        this.tasks = new TaskQueue(host, mostThreads);
    }

    @Override
    public CompletableFuture<Boolean> insert(
            long id, double minX, double minY, double maxX, double maxY) {
        return tasks.submit(() -> index.insert(id, minX, minY, maxX, maxY));
    }

    @Override
    public CompletableFuture<Boolean> insert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        byte[] same = payload.clone();
        return tasks.submit(() -> index.insert(id, minX, minY, maxX, maxY, same));
    }

    @Override
    public CompletableFuture<Boolean> update(
            long id, double minX, double minY, double maxX, double maxY) {
        return tasks.submit(() -> index.update(id, minX, minY, maxX, maxY));
    }

    @Override
    public CompletableFuture<Boolean> upsert(
            long id, double minX, double minY, double maxX, double maxY) {
        return tasks.submit(() -> index.upsert(id, minX, minY, maxX, maxY));
    }

    @Override
    public CompletableFuture<Boolean> upsert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        byte[] same = payload.clone();
        return tasks.submit(() -> index.upsert(id, minX, minY, maxX, maxY, same));
    }

    @Override
    public CompletableFuture<Boolean> setPayload(long id, byte @Nullable [] payload) {
        byte @Nullable [] same = payload == null ? null : payload.clone();
        return tasks.submit(() -> index.setPayload(id, same));
    }

    @Override
    public CompletableFuture<byte @Nullable []> payload(long id) {
        return tasks.submit(() -> index.payload(id));
    }

    @Override
    public CompletableFuture<Boolean> delete(long id) {
        return tasks.submit(() -> index.delete(id));
    }

    @Override
    public CompletableFuture<Optional<Place>> get(long id) {
        return tasks.submit(() -> index.get(id));
    }

    @Override
    public CompletableFuture<SpatialBatch> applyAll(SpatialBatch batch) {
        Objects.requireNonNull(batch, "batch");
        return tasks.submit(
                () -> {
                    int _ = index.applyAll(batch);
                    return batch;
                });
    }

    @Override
    public CompletableFuture<Long> count(double minX, double minY, double maxX, double maxY) {
        return tasks.submit(() -> index.count(minX, minY, maxX, maxY));
    }
}
