package dev.mangrove.index.handle;

import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;

import org.jspecify.annotations.Nullable;

/** A cursor of a spatial handle. */
final class SpatialHandleCursor extends CursorWithView<SpatialIndex, SpatialCursor>
        implements SpatialCursor {
    SpatialHandleCursor(Views<SpatialIndex> views, SpatialIndex view, SpatialCursor cursor) {
        super(views, view, cursor);
    }

    @Override
    boolean step(SpatialCursor viewCursor) {
        return viewCursor.next();
    }

    @Override
    void end(SpatialCursor viewCursor) {
        viewCursor.close();
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
}
