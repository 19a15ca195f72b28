package dev.mangrove.index.btree.partition;

import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.RangeQuery.Projection;

/** A range over several shares by hash, merged by key. */
public final class MergedCursor implements Cursor {
    private static final int NONE = -1;

    private final Cursor[] parts;
    private final boolean[] ended;
    private final boolean descending;
    private int current = NONE;
    private boolean started;
    private boolean open = true;
    private long left;

    public MergedCursor(Partition[] partitions, RangeQuery query) {
        parts = new Cursor[partitions.length];
        ended = new boolean[partitions.length];
        descending = query.descending();
        left = query.isEmpty() ? 0 : query.limit();
        RangeQuery merged = withKeys(query);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = partitions[i].scan(merged);
        }
    }

    /** The keys of the parts decide which entry comes next. */
    private static RangeQuery withKeys(RangeQuery query) {
        return query.projection() == Projection.VALUES
                ? new RangeQuery(query.from(), query.to(), query.descending(), query.limit())
                : query;
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        if (left == 0) {
            return false;
        }
        if (!started) {
            started = true;
            for (int i = 0; i < parts.length; i++) {
                ended[i] = !parts[i].next();
            }
        } else if (current != NONE) {
            ended[current] = !parts[current].next();
        }
        current = NONE;
        for (int i = 0; i < parts.length; i++) {
            if (!ended[i]
                    && (current == NONE || comesFirst(parts[i].key(), parts[current].key()))) {
                current = i;
            }
        }
        left = current == NONE ? 0 : left - 1;
        return current != NONE;
    }

    private boolean comesFirst(long key, long other) {
        return descending ? key > other : key < other;
    }

    @Override
    public long key() {
        return parts[current].key();
    }

    @Override
    public long value() {
        return parts[current].value();
    }

    @Override
    public void close() {
        open = false;
        for (Cursor part : parts) {
            part.close();
        }
    }
}
