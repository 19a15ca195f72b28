package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.NodeView;

/** Buffers of a thread for the change of one page of a level; there is one per level. */
final class LevelWork {
    final NodeView page;
    final NodeView neighbour;
    final NodeView other;
    final EntryBlock entries = new EntryBlock();
    final EntryBlock left = new EntryBlock();
    final EntryBlock right = new EntryBlock();
    final EntryBlock middle = new EntryBlock();
    final EntryBlock keptBeside = new EntryBlock();
    final Box leftBox = new Box();
    final Box rightBox = new Box();
    final Box middleBox = new Box();
    final Box added = new Box();
    final Box rest = new Box();
    final Box candidate = new Box();
    final long[] otherPath;
    final double[] distances;
    final boolean[] gone;
    final boolean[] claimed;
    boolean reinserted;

    LevelWork(RTree tree, int levels) {
        page = tree.newView();
        neighbour = tree.newView();
        other = tree.newView();
        otherPath = new long[levels];
        distances = new double[tree.shape().fanout() + 1];
        gone = new boolean[tree.shape().fanout() + 1];
        claimed = new boolean[tree.shape().fanout() + 1];
    }
}
