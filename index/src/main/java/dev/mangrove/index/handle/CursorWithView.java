package dev.mangrove.index.handle;

import dev.mangrove.MangroveException;

import org.jspecify.annotations.Nullable;

/**
 * A cursor with a view of its own, which it gives back when it is at its end, closed, or has
 * failed.
 *
 * @param <V> type of the view
 * @param <C> type of the view's cursor
 */
abstract class CursorWithView<V, C> {
    private final Views<V> views;
    private final V view;
    private @Nullable C cursor;
    private boolean closed;

    CursorWithView(Views<V> views, V view, C cursor) {
        this.views = views;
        this.view = view;
        this.cursor = cursor;
    }

    /** Goes to the next result of the view's cursor. */
    abstract boolean step(C viewCursor);

    /** Closes the view's cursor. */
    abstract void end(C viewCursor);

    /** The view's cursor at a result. */
    final C current() {
        C open = cursor;
        if (open == null) {
            throw new IllegalStateException(
                    closed
                            ? "the cursor is closed; open another"
                            : "the cursor is at no entry: look only after next() has returned"
                                    + " true");
        }
        return open;
    }

    /** Goes to the next result; false at the end. */
    public final boolean next() {
        C open = cursor;
        if (open == null) {
            if (closed) {
                throw new IllegalStateException("the cursor is closed; open another");
            }
            return false;
        }
        if (views.isClosed()) {
            close();
            throw new IllegalStateException("the handle of the index is closed");
        }
        try {
            if (step(open)) {
                return true;
            }
        } catch (MangroveException e) {
            leave(open, e);
            throw e;
        }
        leave(open, null);
        return false;
    }

    /** Ends the cursor. */
    public final void close() {
        closed = true;
        C open = cursor;
        if (open != null) {
            leave(open, null);
        }
    }

    /** Gives the view back, unless a failure has made it useless. */
    private void leave(C open, @Nullable MangroveException failure) {
        cursor = null;
        @Nullable V sound = failure == null ? view : views.afterFailure(view, failure);
        if (sound == null) {
            return;
        }
        try {
            end(open);
        } finally {
            views.giveBack(sound);
        }
    }
}
