package dev.mangrove.check.ordered;

import dev.mangrove.index.ordered.Entries;

import java.util.Iterator;
import java.util.List;

/** Keys in order, each with its value, for a bulk load. */
public final class SortedKeys implements Entries {
    private static final int LOAD_SHIFT = 40;

    private final Iterator<Long> keys;
    private final int load;
    private long key;

    public SortedKeys(List<Long> keys) {
        this(keys, 0);
    }

    /** Keys of one of several loads, by its number. */
    public SortedKeys(List<Long> keys, int load) {
        this.keys = keys.iterator();
        this.load = load;
    }

    /** The value that a key is loaded with. */
    public static long value(long key) {
        return value(key, 0);
    }

    /** The value that a key is loaded with by one of several loads. */
    public static long value(long key, int load) {
        return ~(key ^ (long) load << LOAD_SHIFT);
    }

    @Override
    public boolean next() {
        if (!keys.hasNext()) {
            return false;
        }
        key = keys.next();
        return true;
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long value() {
        return value(key, load);
    }
}
