package dev.mangrove.index.spatial;

/**
 * What a search returns, as it is found. It belongs to the thread of its index and ends with {@link
 * #close}, however much of it has been read. An index has at most one open cursor at a time; single
 * operations may be mixed with it.
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
