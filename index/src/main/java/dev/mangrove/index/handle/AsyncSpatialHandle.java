package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.spatial.AsyncSpatial;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialObject;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

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
    public CompletableFuture<@Nullable Place[]> getAll(long... ids) {
        long[] same = ids.clone();
        return tasks.submit(() -> index.getAll(same));
    }

    @Override
    public CompletableFuture<byte[] @Nullable []> payloads(long... ids) {
        long[] same = ids.clone();
        return tasks.submit(() -> index.payloads(same));
    }

    @Override
    public CompletableFuture<List<SpatialObject>> search(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        return list(() -> index.search(minX, minY, maxX, maxY, relation, limit), false);
    }

    @Override
    public CompletableFuture<List<SpatialObject>> searchWithPayloads(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        return list(() -> index.searchWithPayloads(minX, minY, maxX, maxY, relation, limit), true);
    }

    @Override
    public CompletableFuture<List<SpatialObject>> nearest(double x, double y, long k) {
        return list(() -> index.nearest(x, y, k), false);
    }

    @Override
    public CompletableFuture<List<SpatialObject>> nearestWithPayloads(double x, double y, long k) {
        return list(() -> index.nearestWithPayloads(x, y, k), true);
    }

    private CompletableFuture<List<SpatialObject>> list(
            Supplier<SpatialCursor> search, boolean hasPayloads) {
        return tasks.submit(
                () -> {
                    List<SpatialObject> found = new ArrayList<>();
                    try (SpatialCursor cursor = search.get()) {
                        while (cursor.next()) {
                            found.add(object(cursor, hasPayloads));
                        }
                    }
                    return found;
                });
    }

    private static SpatialObject object(SpatialCursor at, boolean hasPayload) {
        return new SpatialObject(
                at.id(),
                new Place(at.minX(), at.minY(), at.maxX(), at.maxY()),
                at.distance(),
                hasPayload ? at.payload() : null);
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
