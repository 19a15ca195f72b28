package dev.mangrove.index.ordered;

/**
 * Shape of a tree.
 *
 * @param height levels, 1 for a single leaf
 * @param leaves pages of the lowest level
 * @param inners pages above it
 * @param entries keys
 * @param fill share of the leaves' room that is used
 */
public record OrderedStatistics(int height, long leaves, long inners, long entries, double fill) {}
