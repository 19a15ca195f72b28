package dev.mangrove.index.page;

import java.util.Arrays;

/** Entries copied from pages, in reusable arrays that grow on demand. */
public final class EntryBuffer {
    private final EntrySort sort = new EntrySort();
    private final KeyOrder order;
    private long[] keys;
    private long[] values;
    private int size;

    /** Creates a buffer of 64-bit keys with an initial capacity in entries. */
    public EntryBuffer(int capacity) {
        this(capacity, WordOrder.WORDS);
    }

    /** Creates a buffer of keys in an order, with an initial capacity in entries. */
    public EntryBuffer(int capacity, KeyOrder order) {
        this.order = order;
        keys = new long[capacity];
        values = new long[capacity];
    }

    /** Adds an entry. */
    public void add(long key, long value) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size + 1);
            values = Arrays.copyOf(values, 2 * size + 1);
        }
        keys[size] = key;
        values[size++] = value;
    }

    /** Number of entries. */
    public int size() {
        return size;
    }

    /** Truncates the buffer to a number of entries. */
    public void size(int entries) {
        assert entries >= 0 && entries <= size : "entries=" + entries + ", size=" + size;
        size = entries;
    }

    /** Key of the i-th entry. */
    public long key(int i) {
        return keys[i];
    }

    /** Value of the i-th entry. */
    public long value(int i) {
        return values[i];
    }

    /** Sorts the entries at and after an index by key. */
    public void sort(int from) {
        if (order.equals(WordOrder.WORDS)) {
            sort.sort(keys, values, from, size);
        } else {
            sort.sort(keys, values, from, size, order);
        }
    }

    /**
     * Removes duplicates of keys from sorted entries. A page that is read while another thread
     * removes a key and inserts it again may show the key twice; either value was current during
     * the read.
     */
    public void dropDuplicates(int from) {
        int kept = from;
        for (int i = from; i < size; i++) {
            if (kept == from || !order.isSame(keys[kept - 1], keys[i])) {
                keys[kept] = keys[i];
                values[kept++] = values[i];
            }
        }
        size = Math.min(size, kept);
    }

    /** Index of the first sorted entry whose key is at or above the given key. */
    public int lowerBound(long key) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.isLess(keys[middle], key)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Inserts an entry at an index and shifts the entries behind it. */
    public void insert(int at, long key, long value) {
        assert at >= 0 && at <= size : "at=" + at + ", size=" + size;
        add(key, value);
        System.arraycopy(keys, at, keys, at + 1, size - 1 - at);
        System.arraycopy(values, at, values, at + 1, size - 1 - at);
        keys[at] = key;
        values[at] = value;
    }
}
