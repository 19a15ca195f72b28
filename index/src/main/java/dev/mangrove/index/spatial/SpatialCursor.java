package dev.mangrove.index.spatial;

import org.jspecify.annotations.Nullable;

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

    /**
     * The payload of the current object, in an array that belongs to the caller; null if the object
     * has none. It is the payload that the object had at some moment after its rectangle was read,
     * while the search was under way; an object that was deleted meanwhile has none.
     *
     * @throws IllegalStateException if the search was not asked for payloads, see {@link
     *     SpatialIndex#searchWithPayloads}
     */
    default byte @Nullable [] payload() {
        throw new IllegalStateException(
                "this search returns no payloads: ask by searchWithPayloads or"
                        + " nearestWithPayloads");
    }

    /** Ends the search. */
    @Override
    void close();
}
