package dev.mangrove.index.rtree.search;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

/**
 * Trees in memory of their own, and caches that load their inner pages at the first opportunity.
 */
public final class SmallTrees {
    private static final int PAGES = 20_000;
    private static final LevelCache.Patience AT_ONCE = new LevelCache.Patience(1, 1, false);
    private static final LevelCache.Patience NEVER =
            new LevelCache.Patience(Long.MAX_VALUE / 4, Long.MAX_VALUE / 4, false);

    private SmallTrees() {}

    /** An empty tree with room for some ten thousand objects. */
    public static RTree tree(SpatialDesign design, int fanout) {
        SpatialOptions options = SpatialOptions.of(design).withFanout(fanout);
        PlainSpace space = new PlainSpace(RTree.pageSize(options), PAGES);
        return new RTree(Host.system(), space.memory(), space, options, 1);
    }

    /** A cache of leaves and their parents. */
    public static ParentCache eager(RTree tree) {
        return cache(tree, AT_ONCE);
    }

    /** A cache of the parents of leaves, so that searches start with these. */
    static ParentCache eagerForParents(RTree tree) {
        return cache(tree, NEVER);
    }

    private static ParentCache cache(RTree tree, LevelCache.Patience forLeaves) {
        return new ParentCache(tree.memory(), tree.anchor(), tree.newView(), forLeaves, AT_ONCE);
    }
}
