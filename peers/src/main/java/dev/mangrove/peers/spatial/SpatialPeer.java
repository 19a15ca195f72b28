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

    @Override
    void close();
}
