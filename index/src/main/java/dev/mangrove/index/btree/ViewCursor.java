package dev.mangrove.index.btree;

import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.ViewGuard;

import org.jspecify.annotations.Nullable;

import java.util.function.UnaryOperator;

/** The cursor of a view. A view has one at a time; closing the view ends it. */
final class ViewCursor implements Cursor {
    private final ViewGuard guard;
    private final Runnable confirmation;
    private final UnaryOperator<RuntimeException> translation;
    private @Nullable Cursor entries;
    private RangeQuery query = RangeQuery.all();
    private boolean atEntry;
    private boolean viewClosed;

    /**
     * Creates a cursor without a query.
     *
     * @param guard of the view
     * @param confirmation throws if a server was lost, so that the cursor returns no unconfirmed
     *     entry
     * @param translation turns a failure into the exception for the application
     */
    ViewCursor(
            ViewGuard guard, Runnable confirmation, UnaryOperator<RuntimeException> translation) {
        this.guard = guard;
        this.confirmation = confirmation;
        this.translation = translation;
    }

    /** Starts a query. */
    ViewCursor over(RangeQuery range, Cursor cursor) {
        query = range;
        entries = cursor;
        atEntry = false;
        return this;
    }

    /** Whether a query is under way. */
    boolean isOpen() {
        return entries != null;
    }

    /** Ends the cursor, because its view is closed. */
    void end() {
        viewClosed = true;
    }

    @Override
    public boolean next() {
        guard.enterStep();
        try {
            Cursor open = entries();
            atEntry = false;
            boolean there = open.next();
            confirmation.run();
            atEntry = there;
            return there;
        } catch (RuntimeException e) {
            throw viewClosed ? e : translation.apply(e);
        } finally {
            guard.leave();
        }
    }

    @Override
    public long key() {
        query.checkKeys();
        return current().key();
    }

    @Override
    public long value() {
        query.checkValues();
        return current().value();
    }

    @Override
    public void close() {
        guard.enter();
        try {
            Cursor open = entries;
            entries = null;
            atEntry = false;
            if (open != null) {
                open.close();
            }
        } catch (RuntimeException e) {
            throw translation.apply(e);
        } finally {
            guard.leave();
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

    private Cursor current() {
        Cursor open = entries();
        if (!atEntry) {
            throw new IllegalStateException(
                    "the cursor is at no entry: look only after next() has returned true");
        }
        return open;
    }
}
