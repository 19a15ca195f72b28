package dev.mangrove.index.btree;

import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.session.ViewGuard;

import org.jspecify.annotations.Nullable;

import java.util.function.UnaryOperator;

/**
 * The cursor of a view. A view has one at a time; closing the view ends it.
 *
 * <p>A scan of leaves that this client reads gives all entries of a leaf at once. When the view has
 * confirmed them, the cursor returns them one by one without entering the guard: these steps change
 * nothing but the cursor's position. A second thread is noticed when it needs the next leaf.
 */
final class ViewCursor implements Cursor {
    private static final EntryBuffer NONE = new EntryBuffer(0);

    private final ViewGuard guard;
    private final Runnable confirmation;
    private final UnaryOperator<RuntimeException> translation;
    private @Nullable Cursor entries;
    private @Nullable LeafScan leaves;

    /** Confirmed entries of a leaf; the current one, if there is one, is before the end. */
    private EntryBuffer block = NONE;

    private int at;
    private int end;
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
        leaves = cursor instanceof LeafScan scan ? scan : null;
        leaveBlock();
        return this;
    }

    /** Whether a query is under way. */
    boolean isOpen() {
        return entries != null;
    }

    /** Ends the cursor, because its view is closed. */
    void end() {
        viewClosed = true;
        end = 0;
    }

    @Override
    public boolean next() {
        int following = at + 1;
        if (following < end) {
            at = following;
            return true;
        }
        return step();
    }

    private boolean step() {
        guard.enterStep();
        try {
            Cursor open = entries();
            leaveBlock();
            LeafScan scan = leaves;
            boolean there = scan != null ? scan.nextLeaf() : open.next();
            confirmation.run();
            if (scan != null) {
                block = scan.entries();
                end = scan.end();
            }
            atEntry = there;
            return there;
        } catch (RuntimeException e) {
            throw viewClosed ? e : translation.apply(e);
        } finally {
            guard.leaveStep();
        }
    }

    private void leaveBlock() {
        atEntry = false;
        at = 0;
        end = 0;
    }

    @Override
    public long key() {
        query.checkKeys();
        return at < end ? block.key(at) : current().key();
    }

    @Override
    public long value() {
        query.checkValues();
        return at < end ? block.value(at) : current().value();
    }

    @Override
    public void close() {
        guard.enter();
        try {
            Cursor open = entries;
            entries = null;
            leaves = null;
            leaveBlock();
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
                    viewClosed
                            ? "the view of the index is closed"
                            : "the cursor is closed; open another");
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
