package dev.mangrove.index.spatial;

/**
 * The results of a search, as they are found. It is used by one thread at a time, and ends with
 * {@link #close}, which may come before the last object. A view has at most one open cursor at a
 * time, a handle several; single operations may be mixed with them.
 */
public interface SpatialCursor extends SpatialEntries, AutoCloseable {
    /**
     * Distance of the current object from the point that nearest objects were asked for; 0 in a
     * search by window. Infinite only if it is more than the largest double.
     */
    double distance();

    /** Ends the search. */
    @Override
    void close();
}
