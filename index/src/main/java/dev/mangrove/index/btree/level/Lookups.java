package dev.mangrove.index.btree.level;

/** Keys of one tree that are looked up at the same time, and what was found. Reusable. */
public final class Lookups {
    /** Most keys at the same time: one bit of a word each. */
    public static final int MOST = Long.SIZE;

    private final long[] keys = new long[MOST];
    private final long[] values = new long[MOST];
    private final int[] tags = new int[MOST];
    private long found;
    private int size;

    /** No keys yet. */
    public Lookups() {}

    /** Removes all keys. */
    public void clear() {
        size = 0;
        found = 0;
    }

    /** Adds a key; the tag is the caller's own. */
    public void add(long key, int tag) {
        keys[size] = key;
        values[size] = 0;
        tags[size] = tag;
        size++;
    }

    /** Number of keys. */
    public int size() {
        return size;
    }

    /** Whether no further key can be added. */
    public boolean isFull() {
        return size == MOST;
    }

    /** A key. */
    public long key(int i) {
        return keys[i];
    }

    /** All keys, and others behind them; not to be changed. */
    public long[] keys() {
        return keys;
    }

    /** The tag that was added with a key. */
    public int tag(int i) {
        return tags[i];
    }

    /** Notes the value of a key. */
    public void found(int i, long value) {
        values[i] = value;
        found |= 1L << i;
    }

    /** Whether a key is present. */
    public boolean isFound(int i) {
        return (found & 1L << i) != 0;
    }

    /** Which keys are present, a bit for each. */
    public long found() {
        return found;
    }

    /** The value of a key that is present; 0 of one that is not. */
    public long value(int i) {
        return values[i];
    }
}
