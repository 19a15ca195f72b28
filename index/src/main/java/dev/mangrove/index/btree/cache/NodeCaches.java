package dev.mangrove.index.btree.cache;

import dev.mangrove.index.session.Pool;

import java.util.HashMap;
import java.util.Map;

/** The caches of one process, one for each tree that it has views of. */
public final class NodeCaches {
    private final Map<Long, Borrowed> byTree = new HashMap<>();

    private NodeCaches() {}

    private static final class Borrowed {
        private final NodeCache cache = new NodeCache(0);
        private int views;
    }

    /** Those of a client; all its threads share them. */
    public static NodeCaches of(Pool pool) {
        return pool.shared(NodeCaches.class, NodeCaches::new);
    }

    /** The cache of a tree, with room for what the view that asks wants, until it gives it back. */
    public synchronized NodeCache borrow(long tree, long budget) {
        Borrowed borrowed = byTree.computeIfAbsent(tree, key -> new Borrowed());
        borrowed.views++;
        borrowed.cache.atLeast(budget);
        return borrowed.cache;
    }

    /** A view has ended; what nobody uses any more is dropped. */
    public synchronized void giveBack(long tree) {
        byTree.computeIfPresent(tree, (key, borrowed) -> --borrowed.views == 0 ? null : borrowed);
    }
}
