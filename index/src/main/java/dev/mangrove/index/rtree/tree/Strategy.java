package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.NodeView;

/** What makes one tree of the family differ from another. Used by one thread. */
interface Strategy {
    /** Share of a page that is filled at least. Source: Beckmann et al., R*-tree, section 4.2. */
    double LEAST_SHARE = 0.4;

    /** What a tree does with a page that has no room. */
    enum Overflow {
        /** Split it. */
        SPLIT,
        /** First put the entries that lie furthest out in elsewhere. */
        REINSERT,
        /** First share entries with a neighbour; split the two into three. */
        SHARE
    }

    /**
     * Fewest entries of a page that a split makes, and of one that is not cleared. Two at least: a
     * page with one child adds a level and divides nothing, and nothing would limit the height.
     */
    static int fewest(int fanout) {
        return Math.max(2, (int) (LEAST_SHARE * fanout));
    }

    /**
     * The slot of a page to go down by, if that can be told at once where the page is; else {@link
     * dev.mangrove.index.rtree.page.Node#NONE}, and {@link #choose} must be asked. Where an entry
     * holds the box, nothing need grow, and the smallest such entry is it.
     *
     * @param except a reference that does not count
     */
    default int chooseInPlace(NodeView page, Box box, long except) {
        return page.smallestHolder(box, except);
    }

    /** The entry of a page to go down by, or -1 if there is none. */
    int choose(EntryBlock entries, Box box, boolean aboveLeaves);

    /**
     * Sorts entries so that those of the left page come first.
     *
     * @return the number of entries of the left page
     */
    int split(EntryBlock entries);

    /** What to do with a page that has no room. */
    Overflow overflow();

    /** The key of an object. */
    default long key(double minX, double minY, double maxX, double maxY) {
        return 0;
    }
}
