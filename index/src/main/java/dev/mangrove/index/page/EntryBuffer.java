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
        reserve(1);
        keys[size] = key;
        values[size++] = value;
    }

    /** Makes room for more entries. */
    void reserve(int more) {
        if (size + more > keys.length) {
            keys = Arrays.copyOf(keys, 2 * size + more);
            values = Arrays.copyOf(values, 2 * size + more);
        }
    }

    /** The keys, and room for those that {@link #reserve} was told of. */
    long[] keys() {
        return keys;
    }

    /** The values, and room for those that {@link #reserve} was told of. */
    long[] values() {
        return values;
    }

    /** Counts entries that the caller has stored into {@link #keys} and {@link #values}. */
    void grownTo(int entries) {
        assert entries >= size && entries <= keys.length : entries;
        size = entries;
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

    /** Replaces the key of the i-th entry by another word for the same key. */
    public void key(int i, long same) {
        keys[i] = same;
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

    /** Sorts all entries by key; their keys are between two keys, or equal to one of them. */
    public void sort(long least, long most) {
        if (order.equals(WordOrder.WORDS)) {
            sort.sort(keys, values, 0, size, least, most);
        } else {
            sort.sort(keys, values, 0, size, order);
        }
    }

    /**
     * Removes duplicates of keys from sorted entries. A page that is read while another thread
     * removes a key and inserts it again may show the key twice; either value was current during
     * the read.
     */
    public void dropDuplicates(int from) {
        int first = firstDuplicate(from);
        int kept = first;
        for (int i = first; i < size; i++) {
            if (!order.isSame(keys[kept - 1], keys[i])) {
                keys[kept] = keys[i];
                values[kept++] = values[i];
            }
        }
        size = kept;
    }

    /** Index of the first entry that has the key of the one before; the size if there is none. */
    private int firstDuplicate(int from) {
        for (int i = from + 1; i < size; i++) {
            if (order.isSame(keys[i - 1], keys[i])) {
                return i;
            }
        }
        return size;
    }

    /** Reverses the order of all entries. */
    public void reverse() {
        for (int i = 0, j = size - 1; i < j; i++, j--) {
            long key = keys[i];
            long value = values[i];
            keys[i] = keys[j];
            values[i] = values[j];
            keys[j] = key;
            values[j] = value;
        }
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
