package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.NodeView;

/** The parts of insertion in which the trees of the R-tree family differ. Used by one thread. */
interface Strategy {
    /** Share of a page that is filled at least. Source: Beckmann et al., R*-tree, section 4.2. */
    double LEAST_SHARE = 0.4;

    /** What a tree does with a full page. */
    enum Overflow {
        /** Split it. */
        SPLIT,
        /** First reinsert the entries furthest from the centre. */
        REINSERT,
        /** First share entries with a neighbour; split the two into three. */
        SHARE
    }

    /**
     * Minimum number of entries of a page, after splits and before a sparse page is dissolved. At
     * least two: pages with one child would not limit the height.
     */
    static int fewest(int fanout) {
        return Math.max(2, (int) (LEAST_SHARE * fanout));
    }

    /**
     * The slot to descend by, if it can be chosen in place without copying the entries; else {@link
     * dev.mangrove.index.rtree.page.Node#NONE}, and the caller uses {@link #choose}. If entries
     * hold the box, none needs enlargement, and the smallest of them wins.
     *
     * @param except a reference that must not be chosen
     */
    default int chooseInPlace(NodeView page, Box box, long except) {
        return page.smallestHolder(box, except);
    }

    /** The entry of a page to descend by, or -1 if there is none. */
    int choose(EntryBlock entries, Box box, boolean aboveLeaves);

    /**
     * Sorts entries so that those of the left page come first.
     *
     * @return the number of entries of the left page
     */
    int split(EntryBlock entries);

    /** What to do with a full page. */
    Overflow overflow();

    /** The key of an object. */
    default long key(double minX, double minY, double maxX, double maxY) {
        return 0;
    }
}
