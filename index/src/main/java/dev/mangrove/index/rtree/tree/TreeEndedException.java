package dev.mangrove.index.rtree.tree;

/** Thrown when a tree accepts no more changes: its index was dropped, or a change broke off. */
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
