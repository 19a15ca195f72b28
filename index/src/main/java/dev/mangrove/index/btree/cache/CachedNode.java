package dev.mangrove.index.btree.cache;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import java.lang.invoke.VarHandle;

/**
 * A copy of an inner page, with its entries sorted. It may be stale.
 *
 * <p>A node is one array, not an object that refers to others: a reader can fetch all its lines at
 * the same time, instead of waiting for each reference in turn.
 *
 * <pre>
 *   0         1       2     3      4        5       6 …    6 + n …
 * +---------+-------+-----+------+--------+-------+------+----------+
 * | pointer | state | low | high | anchor | slope | keys | children |
 * +---------+-------+-----+------+--------+-------+------+----------+
 * </pre>
 *
 * Bit 0 of the state: recently used (clock bit). Bit 1: has an upper bound. From bit 2 on: level.
 * Anchor and slope define the straight line through the second and the last key, see {@link
 * Interpolation}. The cache marks an evicted node by a pointer of 0. It does not use the state for
 * that, because readers set the clock bit at any time.
 */
public final class CachedNode {
    private static final int POINTER = 0;
    private static final int STATE = 1;
    static final int LOW = 2;
    private static final int HIGH = 3;
    private static final int ANCHOR = 4;
    private static final int SLOPE = 5;
    private static final int KEYS = 6;
    private static final long USED = 1;
    private static final long BOUNDED = 2;
    private static final int LEVEL_SHIFT = 2;
    private static final int OVERHEAD = 40;

    private CachedNode() {}

    /** Copies a stable page; the buffer holds its entries in order. */
    public static long[] of(PageView page, EntryBuffer entries) {
        int count = entries.size();
        long[] node = new long[KEYS + 2 * count];
        begin(node, page);
        node[LOW] = page.low();
        node[HIGH] = page.hasHigh() ? page.high() : Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            node[KEYS + i] = entries.key(i);
            node[KEYS + count + i] = entries.value(i);
        }
        int second = KEYS + Math.min(1, count - 1);
        int last = KEYS + count - 1;
        node[ANCHOR] = node[second];
        node[SLOPE] = Double.doubleToRawLongBits(Interpolation.slope(node, second, last));
        VarHandle.storeStoreFence(); // A reader that finds it without a lock sees all of it.
        return node;
    }

    /** Stores what the copy of a page has in all layouts: pointer, bounds, level, clock bit. */
    static void begin(long[] node, PageView page) {
        node[POINTER] = page.pointer();
        node[STATE] = USED | (page.hasHigh() ? BOUNDED : 0) | (long) page.level() << LEVEL_SHIFT;
    }

    /** Whether the page has an upper bound. */
    static boolean isBounded(long[] node) {
        return (node[STATE] & BOUNDED) != 0;
    }

    public static long pointer(long[] node) {
        return node[POINTER];
    }

    /** Lower bound of its keys. */
    static long low(long[] node) {
        return node[LOW];
    }

    public static int level(long[] node) {
        return (int) (node[STATE] >>> LEVEL_SHIFT);
    }

    public static boolean covers(long[] node, long key) {
        return key >= node[LOW] && (key < node[HIGH] || (node[STATE] & BOUNDED) == 0);
    }

    /** The child that covers a key; only if the node covers the key. */
    public static long child(long[] node, long key) {
        return node[KEYS + count(node) + position(node, key)];
    }

    /** Adds all children. */
    public static void children(long[] node, EntryBuffer into) {
        int count = count(node);
        for (int i = 0; i < count; i++) {
            into.add(node[KEYS + i], node[KEYS + count + i]);
        }
    }

    /** See {@link NodeLayout#childrenFrom}, of an ascending scan. */
    static int childrenUp(long[] node, long key, long end, long[] into) {
        int count = count(node);
        int first = position(node, key);
        int most = Math.min(into.length, count - first);
        into[0] = node[KEYS + count + first];
        int put = 1;
        for (; put < most && node[KEYS + first + put] <= end; put++) {
            into[put] = node[KEYS + count + first + put];
        }
        return put;
    }

    /** See {@link NodeLayout#childrenFrom}, of a descending scan. */
    static int childrenDown(long[] node, long key, long end, long[] into) {
        int count = count(node);
        int first = position(node, key);
        int most = Math.min(into.length, first + 1);
        into[0] = node[KEYS + count + first];
        int put = 1;
        for (; put < most && node[KEYS + first - put + 1] > end; put++) {
            into[put] = node[KEYS + count + first - put];
        }
        return put;
    }

    private static int position(long[] node, long key) {
        double slope = Double.longBitsToDouble(node[SLOPE]);
        return Interpolation.floor(node, KEYS, count(node), node[ANCHOR], slope, key);
    }

    /** Where {@link #child} looks first, without a look at the keys. */
    static int guess(long[] node, long key) {
        double slope = Double.longBitsToDouble(node[SLOPE]);
        return Interpolation.guess(count(node), node[ANCHOR], slope, key);
    }

    /** Reads a key and its child, to have both in the processor's cache. */
    static long fetch(long[] node, int position) {
        return node[KEYS + position] ^ node[KEYS + count(node) + position];
    }

    private static int count(long[] node) {
        return (node.length - KEYS) >> 1;
    }

    static int bytes(long[] node) {
        return OVERHEAD + Long.BYTES * node.length;
    }

    /** Whether the cache still holds it; a hint, as the answer may be stale. */
    static boolean isKept(long[] node) {
        return node[POINTER] != PagePointer.NULL;
    }

    static void giveUp(long[] node) {
        node[POINTER] = PagePointer.NULL;
    }

    /** Tests and clears the clock bit. */
    static boolean wasUsed(long[] node) {
        boolean was = (node[STATE] & USED) != 0;
        node[STATE] &= ~USED;
        return was;
    }

    static void use(long[] node) {
        if ((node[STATE] & USED) == 0) {
            node[STATE] |= USED;
        }
    }
}
