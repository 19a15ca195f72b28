package dev.mangrove.index.spatial;

/**
 * Shape of a tree, and what one view's operations have cost so far.
 *
 * @param height levels, 1 for a single leaf
 * @param leaves pages of the lowest level
 * @param inners pages above it
 * @param objects objects
 * @param fill share of the leaves' room that is used
 * @param overlap area that two children of one page share, summed over all pairs, as a share of the
 *     area of all pages; 0 where no two overlap
 * @param operations operations of this view
 * @param pagesVisited pages that searches of this view read, here or at the server
 * @param restarts restarts of searches because entries moved meanwhile
 * @param roundTrips batches and requests that this view waited for
 * @param bytesRead payload brought here
 * @param bytesWritten payload carried away
 */
public record SpatialStatistics(
        int height,
        long leaves,
        long inners,
        long objects,
        double fill,
        double overlap,
        long operations,
        long pagesVisited,
        long restarts,
        long roundTrips,
        long bytesRead,
        long bytesWritten) {}
