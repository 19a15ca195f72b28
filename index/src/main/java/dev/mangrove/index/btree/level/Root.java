package dev.mangrove.index.btree.level;

/** Where a tree starts. */
public interface Root {
    /** The root as far as known; it may have got a parent since. */
    long get();

    /** The root as it is now. */
    long refresh();

    /** Replaces the root; false if it is another than expected. */
    boolean swap(long expected, long next);
}
