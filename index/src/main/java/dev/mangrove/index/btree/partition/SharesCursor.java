package dev.mangrove.index.btree.partition;

import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;

import org.jspecify.annotations.Nullable;

/** A range over several shares by key, one after the other. */
public final class SharesCursor implements Cursor {
    private final Partition[] partitions;
    private final Shares shares;
    private final RangeQuery query;
    private final int last;
    private int share;
    private long left;
    private @Nullable Cursor current;
    private boolean open = true;

    public SharesCursor(Partition[] partitions, Shares shares, RangeQuery query) {
        this.partitions = partitions;
        this.shares = shares;
        this.query = query;
        this.left = query.isEmpty() ? 0 : query.limit();
        this.share = shares.of(query.descending() ? query.to() : query.from());
        this.last = shares.of(query.descending() ? query.from() : query.to());
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        while (left > 0) {
            Cursor cursor = current;
            if (cursor == null) {
                cursor = partitions[share].scan(partOf(share));
                current = cursor;
            }
            if (cursor.next()) {
                left--;
                return true;
            }
            cursor.close();
            current = null;
            if (share == last) {
                left = 0;
            } else {
                share += query.descending() ? -1 : 1;
            }
        }
        return false;
    }

    private RangeQuery partOf(int number) {
        long from = Math.max(query.from(), shares.first(number));
        long to = Math.min(query.to(), shares.last(number));
        return new RangeQuery(from, to, query.descending(), left, query.projection());
    }

    @Override
    public long key() {
        return current().key();
    }

    @Override
    public long value() {
        return current().value();
    }

    @Override
    public void close() {
        open = false;
        if (current != null) {
            current.close();
            current = null;
        }
    }

    private Cursor current() {
        Cursor cursor = current;
        if (cursor == null) {
            throw new IllegalStateException(
                    "the cursor is at no entry: look only after next() has returned true");
        }
        return cursor;
    }
}
