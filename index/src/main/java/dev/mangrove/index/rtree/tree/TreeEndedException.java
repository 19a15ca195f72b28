package dev.mangrove.index.rtree.tree;

/** A tree takes no changes any more: its index was dropped, or a change of it broke off. */
public final class TreeEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean dropped;

    TreeEndedException(String message, boolean dropped) {
        super(message);
        this.dropped = dropped;
    }

    /** Whether the index was dropped. */
    public boolean isDropped() {
        return dropped;
    }
}
