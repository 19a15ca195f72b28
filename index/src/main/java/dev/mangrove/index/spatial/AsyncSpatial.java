package dev.mangrove.index.spatial;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of a handle's index as futures; see {@link
 * dev.mangrove.index.ordered.AsyncOrdered} for when they complete and in which order.
 *
 * @see SpatialIndex#async
 */
public interface AsyncSpatial {
    /** See {@link SpatialIndex#insert(long, double, double, double, double)}. */
    CompletableFuture<Boolean> insert(long id, double minX, double minY, double maxX, double maxY);

    /** See {@link SpatialIndex#insert(long, double, double, double, double, byte[])}. */
    CompletableFuture<Boolean> insert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload);

    /** See {@link SpatialIndex#update}. */
    CompletableFuture<Boolean> update(long id, double minX, double minY, double maxX, double maxY);

    /** See {@link SpatialIndex#upsert(long, double, double, double, double)}. */
    CompletableFuture<Boolean> upsert(long id, double minX, double minY, double maxX, double maxY);

    /** See {@link SpatialIndex#upsert(long, double, double, double, double, byte[])}. */
    CompletableFuture<Boolean> upsert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload);

    /** See {@link SpatialIndex#setPayload}. */
    CompletableFuture<Boolean> setPayload(long id, byte @Nullable [] payload);

    /** See {@link SpatialIndex#payload}. */
    CompletableFuture<byte @Nullable []> payload(long id);

    /** See {@link SpatialIndex#delete}. */
    CompletableFuture<Boolean> delete(long id);

    /** See {@link SpatialIndex#get}. */
    CompletableFuture<Optional<Place>> get(long id);

    /** See {@link SpatialIndex#getAll}. */
    CompletableFuture<@Nullable Place[]> getAll(long... ids);

    /** See {@link SpatialIndex#payloads}. */
    CompletableFuture<byte[] @Nullable []> payloads(long... ids);

    /** All objects that {@link SpatialIndex#search} finds. */
    CompletableFuture<List<SpatialObject>> search(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit);

    /** All objects that {@link SpatialIndex#searchWithPayloads} finds. */
    CompletableFuture<List<SpatialObject>> searchWithPayloads(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit);

    /** All objects that {@link SpatialIndex#nearest} finds, the nearest first. */
    CompletableFuture<List<SpatialObject>> nearest(double x, double y, long k);

    /** All objects that {@link SpatialIndex#nearestWithPayloads} finds, the nearest first. */
    CompletableFuture<List<SpatialObject>> nearestWithPayloads(double x, double y, long k);

    /**
     * See {@link SpatialIndex#applyAll}. The future's value is the batch, which the caller leaves
     * alone until then.
     */
    CompletableFuture<SpatialBatch> applyAll(SpatialBatch batch);

    /** See {@link SpatialIndex#count}. */
    CompletableFuture<Long> count(double minX, double minY, double maxX, double maxY);
}
