package dev.mangrove.index.rtree.page;

/** What a look at a page has found. */
public enum NodeState {
    /** The page can be read. */
    GOOD,
    /** The page is being changed; try again. */
    BUSY,
    /** The page is dead or has been reused. */
    STALE
}
