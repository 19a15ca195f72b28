package dev.mangrove.index.rtree;

import dev.mangrove.index.rtree.search.IdSet;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.wire.SpatialKind;

/**
 * Nearest objects that the server searches. It asks for a few first; if the application reads on,
 * it asks again for four times as many from the beginning and skips those it has returned.
 * Reusable.
 */
final class RemoteNearest implements SpatialCursor {
    private static final int WORDS = SpatialKind.OBJECT_WORDS + 1;

    /** Chosen: most applications read no more. */
    private static final int FIRST_NUMBER = 16;

    /** Chosen: objects that are sent again are at most a third of all. */
    private static final int GROWTH = 4;

    private final SpatialCalls calls;
    private final IdSet seen = new IdSet();
    private double x;
    private double y;
    private long left;
    private long asked;
    private long limit;
    private int objects;
    private int position;
    private boolean open;
    private long pages;

    RemoteNearest(SpatialCalls calls) {
        this.calls = calls;
    }

    RemoteNearest begin(double fromX, double fromY, long k) {
        x = fromX;
        y = fromY;
        left = k;
        limit = k;
        asked = 0;
        objects = 0;
        position = -1;
        open = true;
        seen.clear();
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
        while (left > 0) {
            if (++position >= objects && !ask()) {
                left = 0;
                return false;
            }
            if (seen.add(id())) {
                left--;
                return true;
            }
        }
        return false;
    }

    /** Asks for more; false if the last answer had all objects. */
    private boolean ask() {
        if (asked == limit || objects < asked) {
            return false;
        }
        long more = asked == 0 ? FIRST_NUMBER : Math.multiplyExact(GROWTH, asked);
        asked = Math.min(limit, more);
        objects = calls.nearest(x, y, asked);
        pages += calls.answer(WORDS * objects);
        position = 0;
        return objects > 0;
    }

    @Override
    public long id() {
        return calls.answer(WORDS * position + 1);
    }

    @Override
    public double minX() {
        return calls.number(WORDS * position + 2);
    }

    @Override
    public double minY() {
        return calls.number(WORDS * position + 3);
    }

    @Override
    public double maxX() {
        return calls.number(WORDS * position + 4);
    }

    @Override
    public double maxY() {
        return calls.number(WORDS * position + 5);
    }

    @Override
    public double distance() {
        return calls.number(WORDS * position);
    }

    @Override
    public void close() {
        open = false;
    }
}
