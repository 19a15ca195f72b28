package dev.mangrove.index.bytes;

/**
 * Shape of an index, and what one view's operations have cost so far.
 *
 * @param height levels of its highest tree, 1 for a single leaf
 * @param leaves pages of the lowest level
 * @param inners pages above it
 * @param entries keys
 * @param fill share of the leaves' room that is used
 * @param extents long keys and values outside of pages
 * @param bytes of all pages and extents
 * @param operations operations of this view
 * @param roundTrips requests that it waited for
 * @param bytesRead payload brought here
 * @param bytesWritten payload carried away
 */
public record BytesStatistics(
        int height,
        long leaves,
        long inners,
        long entries,
        double fill,
        long extents,
        long bytes,
        long operations,
        long roundTrips,
        long bytesRead,
        long bytesWritten) {}
