package dev.mangrove.index.btree.partition;

import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;

/**
 * A range that the server reads in parts; each part starts after the last key of the one before.
 */
final class RemoteScan implements Cursor {
    /** Chosen: 1 KiB, about one leaf. */
    private static final int FIRST_PART = 64;

    private final RemoteCalls calls;
    private final EntryBuffer part = new EntryBuffer(FIRST_PART);
    private RangeQuery query = RangeQuery.all();
    private long from;
    private long to;
    private long left;
    private int position;
    private boolean more;
    private boolean open;

    RemoteScan(RemoteCalls calls) {
        this.calls = calls;
    }

    RemoteScan begin(RangeQuery range) {
        if (open) {
            throw new IllegalStateException("another cursor of this view is open; close it first");
        }
        open = true;
        query = range;
        from = range.from();
        to = range.to();
        left = range.limit();
        more = !range.isEmpty();
        part.size(0);
        position = -1;
        return this;
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        if (left == 0) {
            return false;
        }
        position++;
        while (position >= part.size()) {
            if (!more || from > to) {
                left = 0;
                return false;
            }
            fetch();
        }
        left--;
        return true;
    }

    private void fetch() {
        part.size(0);
        position = 0;
        more = calls.range(from, to, left, query.descending(), query.projection(), part);
        if (part.size() == 0) {
            return;
        }
        long last = calls.lastOfRange();
        if (query.descending()) {
            more &= last != Long.MIN_VALUE;
            to = last - 1;
        } else {
            more &= last != Long.MAX_VALUE;
            from = last + 1;
        }
    }

    @Override
    public long key() {
        return part.key(position);
    }

    @Override
    public long value() {
        return part.value(position);
    }

    @Override
    public void close() {
        open = false;
    }
}
