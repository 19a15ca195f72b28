package dev.mangrove.index.btree.level;

/**
 * A put met the only leaf of a tree, and it is full: the client shall spread the tree over the
 * servers instead of splitting the leaf.
 */
final class OnlyLeafFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The only instance; it has no state. */
    static final OnlyLeafFullException INSTANCE = new OnlyLeafFullException();

    private OnlyLeafFullException() {
        super("the only leaf is full", null, false, false);
    }
}
