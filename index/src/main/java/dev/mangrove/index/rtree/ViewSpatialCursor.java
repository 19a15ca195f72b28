package dev.mangrove.index.rtree;

import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.ViewGuard;
import dev.mangrove.index.spatial.SpatialCursor;

import org.jspecify.annotations.Nullable;

/**
 * The cursor of a view, for searches by server or client. A view has one at a time; closing the
 * view ends it. Reusable.
 */
final class ViewSpatialCursor implements SpatialCursor {
    private final ViewGuard guard;
    private final Failures failures;
    private @Nullable SpatialCursor search;
    private boolean atObject;
    private boolean viewClosed;

    ViewSpatialCursor(ViewGuard guard, Failures failures) {
        this.guard = guard;
        this.failures = failures;
    }

    /** Starts to return the results of a search. */
    ViewSpatialCursor over(SpatialCursor begun) {
        search = begun;
        atObject = false;
        return this;
    }

    /** Whether a search is under way. */
    boolean isOpen() {
        return search != null;
    }

    /** Ends the cursor, because its view is closed. */
    void end() {
        viewClosed = true;
        atObject = false;
    }

    @Override
    public boolean next() {
        guard.enterStep();
        try {
            SpatialCursor open = open();
            atObject = false;
            boolean there = open.next();
            atObject = there;
            return there;
        } catch (RuntimeException e) {
            throw viewClosed ? e : failures.translate(e);
        } finally {
            guard.leaveStep();
        }
    }

    private SpatialCursor open() {
        SpatialCursor open = search;
        if (open == null || viewClosed) {
            throw new IllegalStateException(
                    viewClosed
                            ? "the view of the index is closed"
                            : "the cursor is closed; open another");
        }
        return open;
    }

    @Override
    public long id() {
        return current().id();
    }

    @Override
    public double minX() {
        return current().minX();
    }

    @Override
    public double minY() {
        return current().minY();
    }

    @Override
    public double maxX() {
        return current().maxX();
    }

    @Override
    public double maxY() {
        return current().maxY();
    }

    @Override
    public double distance() {
        return current().distance();
    }

    @Override
    public byte @Nullable [] payload() {
        return current().payload();
    }

    @Override
    public void close() {
        guard.enter();
        try {
            SpatialCursor open = search;
            search = null;
            atObject = false;
            if (open != null && !viewClosed) {
                open.close();
            }
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            guard.leave();
        }
    }

    private SpatialCursor current() {
        SpatialCursor open = search;
        if (open == null || !atObject) {
            throw new IllegalStateException(
                    "the cursor is at no object: look only after next() has returned true");
        }
        return open;
    }
}
