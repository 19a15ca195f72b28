package dev.mangrove.index.btree.cache;

import dev.mangrove.index.session.Pool;

import java.util.HashMap;
import java.util.Map;

/** The caches of one process, of copies and of paths, for each tree that it has views of. */
public final class NodeCaches {
    private final Map<Long, Borrowed> byTree = new HashMap<>();

    private NodeCaches() {}

    private static final class Borrowed {
        private final NodeCache cache;
        private final PathCache paths = new PathCache(0);
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

    /** The paths of a tree, with at least the given budget, until the view gives them back. */
    public synchronized PathCache borrowPaths(long tree, long budget) {
        PathCache paths = borrow(tree, new NodeCache(0)).paths;
        paths.atLeast(budget);
        return paths;
    }

    private synchronized NodeCache borrow(long tree, long budget, NodeCache unused) {
        NodeCache cache = borrow(tree, unused).cache;
        cache.atLeast(budget);
        return cache;
    }

    private Borrowed borrow(long tree, NodeCache unused) {
        Borrowed borrowed = byTree.computeIfAbsent(tree, key -> new Borrowed(unused));
        borrowed.views++;
        return borrowed;
    }

    /** Ends a view's use of a cache; drops the caches of a tree after the last. */
    public synchronized void giveBack(long tree) {
        byTree.computeIfPresent(tree, (key, borrowed) -> --borrowed.views == 0 ? null : borrowed);
    }
}
