package dev.mangrove.index.rtree;

import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.wire.SpatialKind;

/** A window search by the server; the answer arrives as a whole. Reusable. */
final class RemoteWindow implements SpatialCursor {
    private final SpatialCalls calls;
    private int objects;
    private int position;
    private boolean open;
    private long pages;

    RemoteWindow(SpatialCalls calls) {
        this.calls = calls;
    }

    RemoteWindow begin(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        objects = calls.search(minX, minY, maxX, maxY, relation, limit);
        pages += calls.answer(SpatialKind.OBJECT_WORDS * objects);
        position = -1;
        open = true;
        return this;
    }

    long pages() {
        return pages;
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        return position < objects && ++position < objects;
    }

    @Override
    public long id() {
        return calls.answer(SpatialKind.OBJECT_WORDS * position);
    }

    @Override
    public double minX() {
        return calls.number(SpatialKind.OBJECT_WORDS * position + 1);
    }

    @Override
    public double minY() {
        return calls.number(SpatialKind.OBJECT_WORDS * position + 2);
    }

    @Override
    public double maxX() {
        return calls.number(SpatialKind.OBJECT_WORDS * position + 3);
    }

    @Override
    public double maxY() {
        return calls.number(SpatialKind.OBJECT_WORDS * position + 4);
    }

    @Override
    public double distance() {
        return 0;
    }

    @Override
    public void close() {
        open = false;
    }
}
