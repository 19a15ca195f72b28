package dev.mangrove.index.btree.cache;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import java.lang.invoke.VarHandle;

/**
 * A copy of an inner page, with its entries in order. It may be old.
 *
 * <p>It is one array and no object with others in it: whoever has it can have all its lines fetched
 * at once, while each reference on the way would be waited for.
 *
 * <pre>
 *   0         1       2     3      4        5       6 …    6 + n …
 * +---------+-------+-----+------+--------+-------+------+----------+
 * | pointer | state | low | high | anchor | slope | keys | children |
 * +---------+-------+-----+------+--------+-------+------+----------+
 * </pre>
 *
 * State has bit 0 if it was of use of late, bit 1 if it has an upper bound, and its level from bit
 * 2 on. Anchor and slope are the line through its second and its last key, see {@link
 * Interpolation}. A node that has been given up has no pointer: a word of its own, because those
 * who say that it is of use change the state at any time.
 */
public final class CachedNode {
    private static final int POINTER = 0;
    private static final int STATE = 1;
    private static final int LOW = 2;
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
        node[POINTER] = page.pointer();
        node[STATE] = USED | (page.hasHigh() ? BOUNDED : 0) | (long) page.level() << LEVEL_SHIFT;
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
        VarHandle.storeStoreFence(); // Whoever comes to it without a lock sees all of it.
        return node;
    }

    public static long pointer(long[] node) {
        return node[POINTER];
    }

    /** Smallest key that it covers. */
    static long low(long[] node) {
        return node[LOW];
    }

    public static int level(long[] node) {
        return (int) (node[STATE] >>> LEVEL_SHIFT);
    }

    public static boolean covers(long[] node, long key) {
        return key >= node[LOW] && (key < node[HIGH] || (node[STATE] & BOUNDED) == 0);
    }

    /** The child that a key is in; only if it covers the key. */
    public static long child(long[] node, long key) {
        return node[KEYS + count(node) + position(node, key)];
    }

    /** Adds the children right of the one of a key. */
    public static void childrenAfter(long[] node, long key, EntryBuffer into) {
        int count = count(node);
        for (int i = position(node, key) + 1; i < count; i++) {
            into.add(node[KEYS + i], node[KEYS + count + i]);
        }
    }

    private static int position(long[] node, long key) {
        double slope = Double.longBitsToDouble(node[SLOPE]);
        return Interpolation.floor(node, KEYS, count(node), node[ANCHOR], slope, key);
    }

    private static int count(long[] node) {
        return (node.length - KEYS) >> 1;
    }

    static int bytes(long[] node) {
        return OVERHEAD + Long.BYTES * node.length;
    }

    /** Whether it has not been given up; advice, like all that it says. */
    static boolean isKept(long[] node) {
        return node[POINTER] != PagePointer.NULL;
    }

    static void giveUp(long[] node) {
        node[POINTER] = PagePointer.NULL;
    }

    /** Whether it has been of use since it was last asked. */
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
