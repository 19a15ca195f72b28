package dev.mangrove.index.ordered;

/**
 * Shape of a tree, and what one view's operations have cost so far.
 *
 * @param height levels, 1 for a single leaf
 * @param leaves pages of the lowest level
 * @param inners pages above it
 * @param entries keys
 * @param fill share of the leaves' room that is used
 * @param operations operations of this view
 * @param roundTrips batches and requests that it waited for
 * @param bytesRead payload brought here
 * @param bytesWritten payload carried away
 * @param atomics remote atomics
 * @param messages requests by message
 */
public record OrderedStatistics(
        int height,
        long leaves,
        long inners,
        long entries,
        double fill,
        long operations,
        long roundTrips,
        long bytesRead,
        long bytesWritten,
        long atomics,
        long messages) {}
