package dev.mangrove.index.btree.cache;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.strings.KeyArena;

import java.lang.invoke.VarHandle;

/**
 * Copies of inner pages whose keys are byte strings.
 *
 * <pre>
 *   0         1       2       3 …          3 + n …                        …
 * +---------+-------+-------+------------+------------------------------+------------+
 * | pointer | state | count | children   | places of keys, low and high | bytes      |
 * +---------+-------+-------+------------+------------------------------+------------+
 * </pre>
 *
 * A place is the index of a key's first word, and its length in the low 16 bits. The bytes of a key
 * lie highest first in each word, 0 behind its end, so that comparing words compares keys.
 */
final class StringNodes implements NodeLayout {
    private static final int COUNT = CachedNode.LOW;
    private static final int CHILDREN = COUNT + 1;
    private static final int LENGTH_BITS = 16;
    private static final int LENGTH_MASK = 0xFFFF;

    private final KeyArena keys;

    StringNodes(KeyArena keys) {
        this.keys = keys;
    }

    @Override
    public long[] copy(PageView page, EntryBuffer entries) {
        int count = entries.size();
        long low = page.low();
        long high = page.hasHigh() ? page.high() : KeyOrder.LEAST;
        int words = CHILDREN + 2 * count + 2 + words(low) + words(high);
        for (int i = 0; i < count; i++) {
            words += words(entries.key(i));
        }
        long[] node = new long[words];
        CachedNode.begin(node, page);
        node[COUNT] = count;
        int at = CHILDREN + 2 * count + 2;
        for (int i = 0; i < count; i++) {
            node[CHILDREN + i] = entries.value(i);
            at = store(node, CHILDREN + count + i, at, entries.key(i));
        }
        at = store(node, lowPlace(count), at, low);
        int end = store(node, lowPlace(count) + 1, at, high);
        assert end == words : "words=" + words + ", stored=" + end;
        VarHandle.storeStoreFence(); // A reader that finds it without a lock sees all of it.
        return node;
    }

    private static int words(long key) {
        return (KeyArena.length(key) + Long.BYTES - 1) / Long.BYTES;
    }

    /** Stores a key and its place; returns the index behind it. */
    private int store(long[] node, int place, int at, long key) {
        node[place] = ((long) at << LENGTH_BITS) | KeyArena.length(key);
        int words = words(key);
        for (int i = 0; i < words; i++) {
            node[at + i] = keys.word(key, i * Long.BYTES);
        }
        return at + words;
    }

    @Override
    public boolean covers(long[] node, long key) {
        int low = lowPlace(count(node));
        return compare(node, low, key) <= 0
                && (!CachedNode.isBounded(node) || compare(node, low + 1, key) > 0);
    }

    @Override
    public long child(long[] node, long key) {
        int first = CHILDREN + count(node);
        int low = 0;
        int high = count(node) - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (compare(node, first + middle, key) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return node[CHILDREN + low];
    }

    /** None: the cache does not find these copies by key, so no scan asks for children. */
    @Override
    public int childrenFrom(long[] node, long key, long end, boolean descending, long[] into) {
        return 0;
    }

    @Override
    public void children(long[] node, EntryBuffer into) {
        int count = count(node);
        for (int i = 0; i < count; i++) {
            into.add(key(node, CHILDREN + count + i), node[CHILDREN + i]);
        }
    }

    private long key(long[] node, int place) {
        int length = (int) node[place] & LENGTH_MASK;
        return keys.add(node, (int) (node[place] >>> LENGTH_BITS), length);
    }

    /** Compares the key at a place of a node with another one. */
    private int compare(long[] node, int place, long key) {
        if (key == KeyOrder.GREATEST) {
            return -1;
        }
        int length = (int) node[place] & LENGTH_MASK;
        int at = (int) (node[place] >>> LENGTH_BITS);
        for (int from = 0; from < length; from += Long.BYTES, at++) {
            int order = Long.compareUnsigned(node[at], keys.word(key, from));
            if (order != 0) {
                return order;
            }
        }
        return keys.compareLengths(length, key);
    }

    private static int count(long[] node) {
        return (int) node[COUNT];
    }

    private static int lowPlace(int count) {
        return CHILDREN + 2 * count;
    }
}
