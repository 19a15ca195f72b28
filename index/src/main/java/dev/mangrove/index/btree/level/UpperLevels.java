package dev.mangrove.index.btree.level;

import dev.mangrove.index.page.EntryBuffer;

/**
 * The levels above the leaves, as a thread sees them. What they say of a leaf may be old: the leaf
 * they name may have split, died or become something else since.
 */
interface UpperLevels {
    /** The leaf that a key is in, or one further left. */
    long leafFor(long key);

    /** Whether what {@link #leafFor} said last came from a copy, which may be old. */
    boolean isFromCopy();

    /** Adds lowest keys and pointers of leaves right of the one of a key, as far as known. */
    void leavesAfter(long key, EntryBuffer into);

    /**
     * Whether a leaf that starts at a key is the first child of its parent. Such a leaf is not
     * merged into its left neighbour, because its parent would then have to name that one.
     */
    boolean isFirstChild(long key);

    /**
     * A new leaf starts at a key. False if the change that split the leaf off must begin again: a
     * protocol that gives up when a parent is locked says so, this project's never does.
     */
    boolean post(long key, long leaf);

    /**
     * A leaf that started at a key is no more; another covers its keys, NULL if not known which.
     */
    void withdraw(long key, long leaf, long cover);

    /**
     * Puts a loaded tree in the place of one whose only leaf is dead; whoever finds that leaf may
     * do so.
     *
     * @param dead the leaf
     * @param loaded root of the loaded tree, which the leaf's link leads to
     * @return whether this call did it
     */
    boolean adopt(long dead, long loaded);

    /** Merges pages where that can be; returns how many are gone. */
    int collapse();

    /** What {@link #leafFor} said of a key was far off. */
    void forget(long key);

    /** The leaf that {@link #leafFor} named last for a key has become something else. */
    void reportStale(long key, long leaf);
}
