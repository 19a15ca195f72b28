package dev.mangrove.index.rtree;

import dev.mangrove.index.spatial.Refinement;
import dev.mangrove.index.spatial.SpatialCursor;

import org.jspecify.annotations.Nullable;

/** The objects of another cursor that a refinement keeps. Reusable. */
final class RefinedCursor implements SpatialCursor {
    private final Refinement refinement;
    private @Nullable SpatialCursor found;
    private double minX;
    private double minY;
    private double maxX;
    private double maxY;
    private long left;

    RefinedCursor(Refinement refinement) {
        this.refinement = refinement;
    }

    RefinedCursor begin(
            SpatialCursor cursor, double fromX, double fromY, double toX, double toY, long limit) {
        found = cursor;
        minX = fromX;
        minY = fromY;
        maxX = toX;
        maxY = toY;
        left = limit;
        return this;
    }

    private SpatialCursor inner() {
        SpatialCursor cursor = found;
        if (cursor == null) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        return cursor;
    }

    @Override
    public boolean next() {
        SpatialCursor cursor = inner();
        while (left > 0 && cursor.next()) {
            if (refinement.keeps(cursor.id(), minX, minY, maxX, maxY)) {
                left--;
                return true;
            }
        }
        return false;
    }

    @Override
    public long id() {
        return inner().id();
    }

    @Override
    public double minX() {
        return inner().minX();
    }

    @Override
    public double minY() {
        return inner().minY();
    }

    @Override
    public double maxX() {
        return inner().maxX();
    }

    @Override
    public double maxY() {
        return inner().maxY();
    }

    @Override
    public double distance() {
        return inner().distance();
    }

    @Override
    public void close() {
        SpatialCursor cursor = found;
        found = null;
        if (cursor != null) {
            cursor.close();
        }
    }
}
