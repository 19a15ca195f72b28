package dev.mangrove.peers.spatial;

/** One thread's access to a spatial system of objects with ids and rectangles. */
public interface SpatialPeer extends AutoCloseable {
    /** Finds the objects that intersect a window. */
    void window(double minX, double minY, double maxX, double maxY, Hits hits);

    /** Finds the {@code number} objects nearest to a point. */
    void nearest(double x, double y, int number, Hits hits);

    /** Inserts a missing object; its rectangle is that of the data. */
    void insert(int id);

    /** Deletes the objects with ids from {@code from} to {@code to} - 1. */
    void forget(int from, int to);

    /** Moves an object that is there to a point. */
    void move(int id, double x, double y);

    /** Moves many objects to a point each. */
    default void moveAll(long[] ids, double[] x, double[] y) {
        for (int i = 0; i < ids.length; i++) {
            move((int) ids[i], x[i], y[i]);
        }
    }

    /** Puts moved objects back to the rectangles of the data. */
    void restore(int... ids);

    @Override
    void close();
}
