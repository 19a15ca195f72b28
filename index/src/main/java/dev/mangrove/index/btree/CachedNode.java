package dev.mangrove.index.btree;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PageView;

/** A copy of an inner page, with its entries in order. It may be old. */
final class CachedNode {
    private static final int OVERHEAD = 96;

    final long pointer;
    final int level;
    private final boolean bounded;
    private final long low;
    private final long high;
    private final long[] keys;
    private final long[] children;
    private boolean used = true;

    /** Copies a stable page; the buffer holds its entries in order. */
    CachedNode(PageView page, EntryBuffer entries) {
        pointer = page.pointer();
        level = page.level();
        bounded = page.hasHigh();
        low = page.low();
        high = bounded ? page.high() : 0;
        keys = new long[entries.size()];
        children = new long[entries.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = entries.key(i);
            children[i] = entries.value(i);
        }
    }

    boolean covers(long key) {
        return key >= low && !(bounded && key >= high);
    }

    /** The child that a key is in; only if it covers the key. */
    long child(long key) {
        return children[position(key)];
    }

    /** Adds the children right of the one of a key. */
    void childrenAfter(long key, EntryBuffer into) {
        for (int i = position(key) + 1; i < keys.length; i++) {
            into.add(keys[i], children[i]);
        }
    }

    private int position(long key) {
        int low1 = 0;
        int high1 = keys.length - 1;
        while (low1 < high1) {
            int middle = (low1 + high1 + 1) >>> 1;
            if (keys[middle] <= key) {
                low1 = middle;
            } else {
                high1 = middle - 1;
            }
        }
        return low1;
    }

    int bytes() {
        return OVERHEAD + 2 * Long.BYTES * keys.length;
    }

    /** Whether it has been of use since it was last asked. */
    boolean wasUsed() {
        boolean was = used;
        used = false;
        return was;
    }

    void use() {
        if (!used) {
            used = true;
        }
    }
}
