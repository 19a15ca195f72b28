package dev.mangrove.index.btree;

import dev.mangrove.index.ordered.Cursor;

import org.jspecify.annotations.Nullable;

/** The cursor of a view: one at a time, and not longer than the view is open. */
final class ViewCursor implements Cursor {
    private final Runnable confirmation;
    private @Nullable Cursor entries;
    private boolean viewClosed;

    /**
     * A cursor that is at no entry.
     *
     * @param confirmation throws if what was read may not be returned any more
     */
    ViewCursor(Runnable confirmation) {
        this.confirmation = confirmation;
    }

    /** Starts to go through entries. */
    ViewCursor over(Cursor cursor) {
        entries = cursor;
        return this;
    }

    /** Whether a query is under way. */
    boolean isOpen() {
        return entries != null;
    }

    /** The view is closed. */
    void end() {
        viewClosed = true;
    }

    @Override
    public boolean next() {
        boolean there = entries().next();
        confirmation.run();
        return there;
    }

    @Override
    public long key() {
        return entries().key();
    }

    @Override
    public long value() {
        return entries().value();
    }

    @Override
    public void close() {
        Cursor open = entries;
        entries = null;
        if (open != null) {
            open.close();
        }
    }

    private Cursor entries() {
        Cursor open = entries;
        if (open == null || viewClosed) {
            throw new IllegalStateException(
                    viewClosed ? "the view of the index is closed" : "the cursor is closed");
        }
        return open;
    }
}
