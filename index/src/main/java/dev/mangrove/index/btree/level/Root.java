package dev.mangrove.index.btree.level;

/** The root word of a tree. */
public interface Root {
    /** The root as last read; the tree may have grown since. */
    long get();

    /** Reads the current root. */
    long refresh();

    /** Replaces the root; false if it differs from the expected one. */
    boolean swap(long expected, long next);
}
