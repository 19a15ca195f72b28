package dev.mangrove.index.btree.level;

import dev.mangrove.index.page.EntryBuffer;

/**
 * The levels above the leaves, as one thread uses them. Their answers may be stale: the leaf that
 * they name may have split, died or been reused.
 */
public interface UpperLevels {
    /** The leaf that covers a key, or one further left. */
    long leafFor(long key);

    /** Starts {@link #leavesFor} where a server answers it; does not wait. */
    default void startLeavesFor(Lookups wanted) {}

    /** As {@link #leafFor}, for several keys, which {@link #startLeavesFor} has been told. */
    default void leavesFor(Lookups wanted, long[] leaves) {
        for (int i = 0; i < wanted.size(); i++) {
            leaves[i] = leafFor(wanted.key(i));
        }
    }

    /** Whether the last answer of {@link #leafFor} came from a copy, which may be stale. */
    boolean isFromCopy();

    /**
     * Adds separators and pointers of all leaves that one inner page names, among them the one that
     * covers a key or one further left; none if that page changed meanwhile.
     */
    void leavesNear(long key, EntryBuffer into);

    /**
     * Puts pointers of leaves into an array: the one that covers a key, and those that a scan comes
     * to after it, as far as they fit, a copy of one inner page names them, and they may have keys
     * up to the scan's last one.
     *
     * @param end the last key of the scan
     * @return how many; 0 if there is no copy
     */
    default int copiedNames(long key, long end, boolean descending, long[] into) {
        return 0;
    }

    /** Whether {@link #leavesNear} answers from a copy, without a READ or a request. */
    boolean namesWithoutReading(long key);

    /**
     * Whether a leaf that starts at a key is the first child of its parent. Such a leaf is not
     * merged into its left neighbour, because the parent would then have to name that neighbour.
     */
    boolean isFirstChild(long key);

    /**
     * Posts the separator of a new leaf that starts at a key. False if the change that split the
     * leaf off must be tried again; only a protocol that gives up when a parent is locked returns
     * that.
     */
    boolean post(long key, long leaf);

    /**
     * Removes the entry of a dead leaf that started at a key. {@code cover} is the leaf that covers
     * its keys, NULL if unknown.
     */
    void withdraw(long key, long leaf, long cover);

    /**
     * Replaces a tree whose only leaf is dead by a loaded one; any client that reaches the dead
     * leaf may call this.
     *
     * @param dead the leaf
     * @param loaded root of the loaded tree, which the leaf's link leads to
     * @return whether this call did it
     */
    boolean adopt(long dead, long loaded);

    /** Merges pages as far as possible; returns how many were merged away. */
    int collapse();

    /** Drops the copies that named a leaf far from the key's. */
    void forget(long key);

    /**
     * Corrects the entry by which {@link #leafFor} named a leaf that has been reused or does not
     * cover the key.
     */
    void reportStale(long key, long leaf);
}
