package dev.mangrove.index.btree.cache;

import dev.mangrove.index.session.Pool;

import java.util.HashMap;
import java.util.Map;

/** The caches of one process, one per tree that it has views of. */
public final class NodeCaches {
    private final Map<Long, Borrowed> byTree = new HashMap<>();

    private NodeCaches() {}

    private static final class Borrowed {
        private final NodeCache cache;
        private int views;

        Borrowed(NodeCache cache) {
            this.cache = cache;
        }
    }

    /** The caches of a client, which all its threads share. */
    public static NodeCaches of(Pool pool) {
        return pool.shared(NodeCaches.class, NodeCaches::new);
    }

    /** The cache of a tree, with at least the given budget, until the view gives it back. */
    public NodeCache borrow(long tree, long budget) {
        return borrow(tree, budget, new NodeCache(0));
    }

    /** As {@link #borrow(long, long)}, of a tree whose keys are byte strings. */
    public NodeCache borrowStrings(long tree, long budget) {
        return borrow(tree, budget, NodeCache.ofStrings(0));
    }

    private synchronized NodeCache borrow(long tree, long budget, NodeCache unused) {
        Borrowed borrowed = byTree.computeIfAbsent(tree, key -> new Borrowed(unused));
        borrowed.views++;
        borrowed.cache.atLeast(budget);
        return borrowed.cache;
    }

    /** Ends a view's use of a cache; drops the cache after the last view. */
    public synchronized void giveBack(long tree) {
        byTree.computeIfPresent(tree, (key, borrowed) -> --borrowed.views == 0 ? null : borrowed);
    }
}
