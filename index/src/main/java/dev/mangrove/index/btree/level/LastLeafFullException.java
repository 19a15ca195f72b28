package dev.mangrove.index.btree.level;

/**
 * A put met the last leaf of a tree, and it is full: the client may have to spread the tree over
 * the servers, or to extend it at another server, instead of a split of the leaf.
 */
public final class LastLeafFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The only instance; it has no state and no stack trace. */
    @SuppressWarnings("StaticAssignmentOfThrowable")
    static final LastLeafFullException INSTANCE = new LastLeafFullException();

    private LastLeafFullException() {
        super("the last leaf is full", null, false, false);
    }
}
