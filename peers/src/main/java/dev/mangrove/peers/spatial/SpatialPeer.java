package dev.mangrove.peers.spatial;

/** One thread's way to a spatial system: objects with ids, each at a rectangle. */
public interface SpatialPeer extends AutoCloseable {
    /** Objects that have a point in common with a window. */
    void window(double minX, double minY, double maxX, double maxY, Hits hits);

    /** The objects that are nearest to a point. */
    void nearest(double x, double y, int number, Hits hits);

    /** Adds an object of an id that is not there; its rectangle is that of the data. */
    void insert(int id);

    /** Takes objects out again, from one id up to another, which is not included. */
    void forget(int from, int to);

    @Override
    void close();
}
