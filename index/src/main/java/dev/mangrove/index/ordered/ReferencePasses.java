package dev.mangrove.index.ordered;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * Keys that are derived from all entries of an index, in ascending order and in bounded memory:
 * several passes over the index, each of which returns the least keys above those of the pass
 * before.
 *
 * <pre>
 * pass:  for each entry whose key is above the last one returned, and below the bound:
 *          add it; when the buffer is full, keep the lower half, and lower the bound to its end
 *        return all keys of the buffer, in order
 * </pre>
 *
 * Keys that were dropped lie above the bound, and the bound only falls, so a pass returns all keys
 * up to its largest one.
 */
final class ReferencePasses implements Entries {
    /** Chosen: 8 KiB, as many passes need no more. */
    private static final int FIRST_CAPACITY = 1024;

    private final OrderedIndex index;
    private final LongBinaryOperator keyOf;
    private final int most;
    private long[] keys;
    private int size;
    private int position;
    private long last;
    private boolean begun;
    private boolean complete;

    /**
     * Creates a stream of keys.
     *
     * @param keyOf derived key of a key and its value
     * @param most most keys in memory, at least 2
     */
    ReferencePasses(OrderedIndex index, LongBinaryOperator keyOf, int most) {
        if (most < 2) {
            throw new IllegalArgumentException("most is at least 2: most=" + most);
        }
        this.index = index;
        this.keyOf = keyOf;
        this.most = most;
        this.keys = new long[Math.min(most, FIRST_CAPACITY)];
    }

    /** An entry that moves during a pass may be found twice, and counts once. */
    @Override
    public boolean next() {
        while (true) { // Each round consumes a key or completes a pass, which returns new ones.
            if (position == size) {
                if (complete || !pass()) {
                    return false;
                }
            }
            long key = keys[position++];
            if (!begun || key > last) {
                begun = true;
                last = key;
                return true;
            }
        }
    }

    @Override
    public long key() {
        return last;
    }

    @Override
    public long value() {
        return 0;
    }

    /** Collects the next keys; false if there are none. */
    private boolean pass() {
        size = 0;
        position = 0;
        complete = true;
        long bound = Long.MAX_VALUE;
        try (Cursor entries = index.range(RangeQuery.all())) {
            while (entries.next()) {
                long key = keyOf.applyAsLong(entries.key(), entries.value());
                if (begun && key <= last) {
                    continue;
                }
                if (key > bound) {
                    complete = false;
                    continue;
                }
                if (size == keys.length && size < most) {
                    keys = Arrays.copyOf(keys, Math.min(2 * size, most));
                } else if (size == most) {
                    Arrays.sort(keys);
                    size /= 2;
                    bound = keys[size - 1];
                    complete = false;
                    if (key > bound) {
                        continue;
                    }
                }
                keys[size++] = key;
            }
        }
        Arrays.sort(keys, 0, size);
        return size > 0;
    }
}
