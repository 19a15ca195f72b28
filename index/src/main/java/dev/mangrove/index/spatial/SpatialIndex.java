package dev.mangrove.index.spatial;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * A spatial index: objects with 64-bit ids, each at a rectangle. Any number of threads, processes
 * and hosts may use the same index: the threads of a process by one handle ({@link
 * dev.mangrove.Mangrove#spatial}), or each by a view of its own.
 *
 * <p>A rectangle with a border that is NaN or infinite, or whose borders are in the wrong order, is
 * refused with an {@link IllegalArgumentException}. Rectangles without area are allowed: a point
 * has equal borders. Several objects may have the same rectangle.
 *
 * <p>An object may have a payload: 0 to {@link #LONGEST_PAYLOAD} bytes that belong to it, a name
 * for example. It keeps its payload when it is moved, and loses it when it is deleted. A payload
 * that is too long is refused with an {@link IllegalArgumentException}. Arrays that are passed in
 * are not kept, and arrays that are returned belong to the caller. Objects of a bulk load have no
 * payload until they are given one.
 *
 * <p>Every operation may end in a {@link dev.mangrove.MangroveException}, whose subclasses say what
 * to do: a server is lost, memory is used up, the index has been dropped. A change that ended in an
 * {@link dev.mangrove.OutcomeUnknownException} may or may not have happened.
 */
public interface SpatialIndex extends AutoCloseable {
    /** Most bytes of a payload. */
    int LONGEST_PAYLOAD = 64 << 10;

    /** Adds an object; false if there is one of that id already, which then stays as it is. */
    boolean insert(long id, double minX, double minY, double maxX, double maxY);

    /** Adds an object at a point. */
    default boolean insert(long id, double x, double y) {
        return insert(id, x, y, x, y);
    }

    /**
     * Adds an object with a payload; false if there is one of that id already, which then stays as
     * it is.
     */
    boolean insert(long id, double minX, double minY, double maxX, double maxY, byte[] payload);

    /** Adds an object with a payload at a point. */
    default boolean insert(long id, double x, double y, byte[] payload) {
        return insert(id, x, y, x, y, payload);
    }

    /**
     * Moves an object to another rectangle; false if there is none of that id. Searches that run
     * meanwhile find it at one place or the other. The object keeps its payload.
     */
    boolean update(long id, double minX, double minY, double maxX, double maxY);

    /**
     * Puts an object at a rectangle, whether there is one of that id or not; true if it is new.
     * Searches that run meanwhile find an object that is moved at one place or the other. An object
     * that is there keeps its payload; a new one has none.
     */
    boolean upsert(long id, double minX, double minY, double maxX, double maxY);

    /** Puts an object at a point. */
    default boolean upsert(long id, double x, double y) {
        return upsert(id, x, y, x, y);
    }

    /**
     * Puts an object at a rectangle and gives it a payload, instead of the one that it may have;
     * true if it is new. Both changes take effect together.
     */
    boolean upsert(long id, double minX, double minY, double maxX, double maxY, byte[] payload);

    /** Puts an object at a point and gives it a payload. */
    default boolean upsert(long id, double x, double y, byte[] payload) {
        return upsert(id, x, y, x, y, payload);
    }

    /** Gives an object a payload, or takes it away if it is null; false if there is no object. */
    boolean setPayload(long id, byte @Nullable [] payload);

    /** The payload of an object; null if it has none, or if there is no object of that id. */
    default byte @Nullable [] payload(long id) {
        return payloads(id)[0];
    }

    /**
     * The payloads of many objects, which the server is asked for many at a time; each was that of
     * its object at some moment.
     *
     * @return the payload of each object, at the position of its id; null if it has none, or if
     *     there is no object of that id
     */
    byte[] @Nullable [] payloads(long... ids);

    /** Removes an object with its payload; whether it was present. */
    boolean delete(long id);

    /** The rectangle of an object, if there is one of that id. */
    Optional<Place> get(long id);

    /**
     * The rectangles of many objects, which the server is asked for many at a time. Each lookup is
     * a {@link #get} of its own; together they are no snapshot. All are tried; then the first
     * failure is thrown, with the others suppressed.
     *
     * @return the rectangle of each object, at the position of its id; null if there is none
     */
    default @Nullable Place[] getAll(long... ids) {
        SpatialBatch batch = new SpatialBatch();
        for (long id : ids) {
            batch.get(id);
        }
        int _ = applyAll(batch);
        batch.throwFailure();
        @Nullable Place[] places = new @Nullable Place[ids.length];
        for (int i = 0; i < ids.length; i++) {
            places[i] = batch.place(i).orElse(null);
        }
        return places;
    }

    /**
     * Executes the operations of a batch, which is far faster than one after the other: the server
     * is asked once for many. An operation that fails does not hide the results of the others: the
     * batch has a result or a failure of each.
     *
     * @return number of operations that failed
     * @throws dev.mangrove.MangroveException if none has begun: the index has been dropped, or the
     *     server was lost before
     */
    default int applyAll(SpatialBatch batch) {
        return batch.applySingly(this);
    }

    /**
     * Moves many objects to points each, as {@link #applyAll} does; objects of unknown ids stay
     * absent. All moves are tried; then the first failure is thrown, with the others suppressed.
     *
     * @param x where to, for each id
     * @param y where to, for each id
     * @return number of objects that were moved
     * @throws IllegalArgumentException if there are not as many points as ids
     */
    default int moveAll(long[] ids, double[] x, double[] y) {
        if (x.length != ids.length || y.length != ids.length) {
            throw new IllegalArgumentException(
                    "each id has one point: ids="
                            + ids.length
                            + ", x="
                            + x.length
                            + ", y="
                            + y.length);
        }
        SpatialBatch batch = new SpatialBatch();
        for (int i = 0; i < ids.length; i++) {
            batch.update(ids[i], x[i], y[i], x[i], y[i]);
        }
        int _ = applyAll(batch);
        batch.throwFailure();
        return batch.met();
    }

    /** Objects that stand in a relation to a window, in no order, at most so many. */
    SpatialCursor search(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit);

    /** Objects that have a point in common with a window. */
    default SpatialCursor search(double minX, double minY, double maxX, double maxY) {
        return search(minX, minY, maxX, maxY, Relation.INTERSECTS, Long.MAX_VALUE);
    }

    /**
     * As {@link #search(double, double, double, double, Relation, long)}, with the payloads of the
     * objects, see {@link SpatialCursor#payload}. As the cursor goes on, it asks the server for the
     * payloads of the next few objects.
     */
    SpatialCursor searchWithPayloads(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit);

    /** Objects that have a point in common with a window, with their payloads. */
    default SpatialCursor searchWithPayloads(double minX, double minY, double maxX, double maxY) {
        return searchWithPayloads(minX, minY, maxX, maxY, Relation.INTERSECTS, Long.MAX_VALUE);
    }

    /**
     * Objects by their distance from a point, nearest first, at most {@code k}; found one by one as
     * the cursor goes on. An object that is moved meanwhile may be returned out of order.
     */
    SpatialCursor nearest(double x, double y, long k);

    /** As {@link #nearest}, with payloads as {@link #searchWithPayloads} returns them. */
    SpatialCursor nearestWithPayloads(double x, double y, long k);

    /** Number of objects that have a point in common with a window. */
    long count(double minX, double minY, double maxX, double maxY);

    /**
     * Fills an empty index, far faster than by inserts.
     *
     * @param fill share of each page to fill, more than 0 to 1; not with {@link Packing#NONE}
     * @return number of objects
     * @throws IllegalStateException if the index is not empty
     * @throws IllegalArgumentException if an id comes twice, or a rectangle is none; the index is
     *     then still empty
     */
    long bulkLoad(SpatialEntries objects, Packing packing, double fill);

    /** Reads the whole tree and checks its invariants. */
    SpatialVerification verify();

    /** Shape of the tree, and what this view's operations have cost. */
    SpatialStatistics statistics();

    /**
     * The operations as futures.
     *
     * @throws UnsupportedOperationException if this is no handle: a view belongs to one thread
     */
    default AsyncSpatial async() {
        throw new UnsupportedOperationException(
                "a view is used by one thread at a time; futures need a handle, see"
                        + " Mangrove.spatial");
    }

    /** Ends this view or handle; the index stays. */
    @Override
    void close();
}
