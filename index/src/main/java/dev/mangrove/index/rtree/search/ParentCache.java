package dev.mangrove.index.rtree.search;

import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.tree.Anchor;

import java.lang.foreign.MemorySegment;

/**
 * Caches where leaves and parents of leaves are, for a view that reads pages in place. As long as
 * the {@link Anchor} counts no change of an inner page, a search by window may start with the
 * leaves, as if it had just read all inner pages. If parents of leaves have changed, but no page
 * above them, it may start with the parents. Used by one thread.
 */
public final class ParentCache {
    private static final int LEVEL_OF_PARENTS = 1;

    /** Chosen: limits the cache of leaves to some ten megabytes per view. */
    private static final int MOST_LEAVES = 1 << 17;

    /** Chosen: limits the cache of parents to some megabytes per view. */
    private static final int MOST_PARENTS = 1 << 16;

    /** Chosen: a refresh then costs little per search. */
    private static final LevelCache.Patience LEAVES_PATIENCE =
            new LevelCache.Patience(32, 1 << 18, true);

    private static final LevelCache.Patience PARENTS_PATIENCE =
            new LevelCache.Patience(32, 1 << 16, true);

    private final LevelCache leaves;
    private final LevelCache parents;
    private final FoundPages found = new FoundPages();
    private LevelCache used;

    public ParentCache(MemorySegment memory, Anchor anchor, NodeView view) {
        this(memory, anchor, view, LEAVES_PATIENCE, PARENTS_PATIENCE);
    }

    ParentCache(
            MemorySegment memory,
            Anchor anchor,
            NodeView view,
            LevelCache.Patience forLeaves,
            LevelCache.Patience forParents) {
        int level = LEVEL_OF_PARENTS;
        leaves = new LevelCache(memory, anchor, view, level, MOST_LEAVES, forLeaves);
        parents = new LevelCache(memory, anchor, view, level + 1, MOST_PARENTS, forParents);
        used = leaves;
    }

    /**
     * Called before a search: refreshes what is cached if inner pages have changed and enough
     * searches have passed.
     */
    void prepare() {
        boolean _ = leaves.prepare() || parents.prepare();
    }

    /** Whether leaves are cached, and no inner page has changed since. */
    boolean hasLeaves() {
        return leaves.isCurrent();
    }

    /** Whether parents are cached, and no page above them has changed since. */
    boolean hasParents() {
        return parents.isCurrent();
    }

    /**
     * Finds the pages with which a search starts, by the limits of {@link WindowSearch}. The search
     * has read the tree's sequence before. False if it starts at the root.
     */
    boolean find(double mostMinX, double mostMinY, double leastMaxX, double leastMaxY) {
        used = leaves.isCurrent() ? leaves : parents;
        return (used == leaves || parents.isCurrent())
                && used.find(mostMinX, mostMinY, leastMaxX, leastMaxY, found);
    }

    /** The pages that were found. */
    FoundPages found() {
        return found;
    }

    /** Whether the pages that were found are leaves. */
    boolean foundLeaves() {
        return used == leaves;
    }

    /** Number of listings of parents in all cells. */
    int listingsOfParents() {
        return parents.listings();
    }
}
