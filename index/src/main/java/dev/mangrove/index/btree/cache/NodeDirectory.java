package dev.mangrove.index.btree.cache;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The lowest inner nodes of a cache, sorted by key, so that a search for a leaf need not descend
 * from the root. Immutable: the cache replaces it. Lookups skip nodes that the cache has evicted
 * since.
 */
final class NodeDirectory {
    static final NodeDirectory EMPTY = new NodeDirectory(List.of());

    private final long[] lows;
    private final long[][] nodes;
    private final long anchor;
    private final double slope;

    NodeDirectory(List<long[]> lowest) {
        nodes = lowest.toArray(new long[0][]);
        Arrays.sort(nodes, Comparator.comparingLong(CachedNode::low));
        lows = new long[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            lows[i] = CachedNode.low(nodes[i]);
        }
        int second = Math.min(1, nodes.length - 1);
        anchor = nodes.length == 0 ? 0 : lows[second];
        slope = nodes.length == 0 ? 0 : Interpolation.slope(lows, second, nodes.length - 1);
    }

    /** Number of nodes. */
    int size() {
        return nodes.length;
    }

    /** The node that covers a key, or null. */
    long @Nullable [] find(long key) {
        return nodes.length == 0 ? null : covering(position(key), key);
    }

    /** Position of the only node that may cover a key. */
    int position(long key) {
        return Interpolation.floor(lows, 0, lows.length, anchor, slope, key);
    }

    /** The node at a position, which may not cover a key, or be evicted. */
    long[] node(int position) {
        return nodes[position];
    }

    /** The node at a position if it covers a key, or null. */
    long @Nullable [] covering(int position, long key) {
        long[] node = nodes[position];
        return CachedNode.isKept(node) && CachedNode.covers(node, key) ? node : null;
    }
}
