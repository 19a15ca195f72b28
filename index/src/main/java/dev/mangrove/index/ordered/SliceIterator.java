package dev.mangrove.index.ordered;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * Iterates over a section in slices: queries some entries, and when they are used up, queries again
 * past the last key. So the view's only cursor is free between two calls. Slices start small, for
 * callers that want few entries, and double.
 */
final class SliceIterator implements Iterator<Map.Entry<Long, Long>> {
    /** Chosen: few entries for a short loop, and few queries for a long one. */
    private static final int FIRST_SLICE = 16;

    private static final int LARGEST_SLICE = 1024;

    private final IndexSection section;
    private final boolean descending;
    private long from;
    private long to;
    private long[] keys = new long[FIRST_SLICE];
    private long[] values = new long[FIRST_SLICE];
    private int size;
    private int next;
    private boolean exhausted;
    private long returned;
    private boolean removable;

    SliceIterator(IndexSection section, boolean descending) {
        this.section = section;
        this.descending = descending;
        from = section.bounds().first();
        to = section.bounds().last();
        fetch();
    }

    @Override
    public boolean hasNext() {
        if (next == size && !exhausted) {
            grow();
            fetch();
        }
        return next < size;
    }

    @Override
    public Map.Entry<Long, Long> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        removable = true;
        returned = keys[next];
        return new LiveEntry(section, returned, values[next++]);
    }

    @Override
    public void remove() {
        if (!removable) {
            throw new IllegalStateException("no entry to remove");
        }
        removable = false;
        section.delete(returned);
    }

    private void fetch() {
        next = 0;
        size = 0;
        if (from <= to) {
            RangeQuery query = new RangeQuery(from, to, descending, keys.length);
            try (Cursor cursor = section.index().range(query)) {
                while (size < keys.length && cursor.next()) {
                    keys[size] = cursor.key();
                    values[size++] = cursor.value();
                }
            }
        }
        exhausted = size < keys.length || !skipPast(keys[size - 1]);
    }

    /** Goes on behind a key; false if there is nothing. */
    private boolean skipPast(long key) {
        if (descending) {
            to = key - 1;
            return key > from;
        }
        from = key + 1;
        return key < to;
    }

    private void grow() {
        if (keys.length < LARGEST_SLICE) {
            keys = new long[keys.length * 2];
            values = new long[keys.length];
        }
    }
}
