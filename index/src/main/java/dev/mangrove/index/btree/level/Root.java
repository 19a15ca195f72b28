package dev.mangrove.index.btree.level;

/** The root word of a tree. */
public interface Root {
    /** The root as last read; the tree may have grown since. */
    long get();

    /** Reads the current root. */
    long refresh();

    /** Replaces the root; false if it differs from the expected one. */
    boolean swap(long expected, long next);

    /**
     * Called when the root begins right of a key that is searched. A whole tree's never does; a
     * search that starts at a page of a meganode ends by an exception.
     */
    default void beginsAfter() {}
}
