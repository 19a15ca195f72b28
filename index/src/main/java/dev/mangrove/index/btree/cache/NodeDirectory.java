package dev.mangrove.index.btree.cache;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The lowest inner nodes of a cache in the order of their keys: whoever looks for a leaf need not
 * come down from the root. It is not changed but replaced; nodes that the cache has given up since
 * are passed over.
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

    /** Nodes in it. */
    int size() {
        return nodes.length;
    }

    /** The node that covers a key, if it is here. */
    long @Nullable [] find(long key) {
        if (nodes.length == 0) {
            return null;
        }
        long[] node = nodes[Interpolation.floor(lows, 0, lows.length, anchor, slope, key)];
        return CachedNode.isKept(node) && CachedNode.covers(node, key) ? node : null;
    }
}
