package dev.mangrove.index.rtree;

import dev.mangrove.index.spatial.SpatialCursor;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;

/**
 * The objects of another cursor with their payloads. It reads a few objects ahead, and then asks
 * for the payloads of all of these at once. Reusable.
 */
final class PayloadCursor implements SpatialCursor {
    /** Chosen: an application that wants the nearest few asks once. */
    private static final int FIRST_AHEAD = 16;

    /** As many as one request may ask for. */
    private static final int MOST_AHEAD = 64;

    private static final int SIDES = 4;

    private final Source source;
    private final long[] ids = new long[MOST_AHEAD];
    private final double[] sides = new double[SIDES * MOST_AHEAD];
    private final double[] distances = new double[MOST_AHEAD];
    private final byte[] @Nullable [] payloads = new byte[MOST_AHEAD] @Nullable [];
    private @Nullable SpatialCursor objects;
    private boolean atEnd;
    private int ahead;
    private int size;
    private int position;

    /** Where payloads come from. */
    interface Source {
        /** Stores the payloads of the ids from one position to another, excluded. */
        void read(long[] ids, int from, int to, byte[] @Nullable [] payloads);
    }

    PayloadCursor(Source source) {
        this.source = source;
    }

    PayloadCursor begin(SpatialCursor begun) {
        objects = begun;
        atEnd = false;
        ahead = FIRST_AHEAD;
        size = 0;
        position = -1;
        return this;
    }

    @Override
    public boolean next() {
        SpatialCursor open = objects;
        if (open == null) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        if (position + 1 >= size) {
            if (atEnd) {
                position = size;
                return false;
            }
            fill(open);
        }
        return ++position < size;
    }

    private void fill(SpatialCursor from) {
        size = 0;
        position = -1;
        while (size < ahead && !atEnd) {
            if (from.next()) {
                take(from);
            } else {
                atEnd = true;
            }
        }
        source.read(ids, 0, size, payloads);
        ahead = MOST_AHEAD;
    }

    private void take(SpatialCursor from) {
        ids[size] = from.id();
        distances[size] = from.distance();
        sides[SIDES * size] = from.minX();
        sides[SIDES * size + 1] = from.minY();
        sides[SIDES * size + 2] = from.maxX();
        sides[SIDES * size + 3] = from.maxY();
        size++;
    }

    @Override
    public long id() {
        return ids[current()];
    }

    @Override
    public double minX() {
        return sides[SIDES * current()];
    }

    @Override
    public double minY() {
        return sides[SIDES * current() + 1];
    }

    @Override
    public double maxX() {
        return sides[SIDES * current() + 2];
    }

    @Override
    public double maxY() {
        return sides[SIDES * current() + 3];
    }

    @Override
    public double distance() {
        return distances[current()];
    }

    @Override
    public byte @Nullable [] payload() {
        return payloads[current()];
    }

    private int current() {
        return Objects.checkIndex(position, size);
    }

    @Override
    public void close() {
        SpatialCursor open = objects;
        objects = null;
        Arrays.fill(payloads, null);
        size = 0;
        if (open != null) {
            open.close();
        }
    }
}
