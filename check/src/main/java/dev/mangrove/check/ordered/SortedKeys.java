package dev.mangrove.check.ordered;

import dev.mangrove.index.ordered.Entries;

import java.util.Iterator;
import java.util.List;

/** Keys in order, each with its value, for a bulk load. */
final class SortedKeys implements Entries {
    private final Iterator<Long> keys;
    private long key;

    SortedKeys(List<Long> keys) {
        this.keys = keys.iterator();
    }

    /** The value that a key is loaded with. */
    static long value(long key) {
        return ~key;
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
        return value(key);
    }
}
