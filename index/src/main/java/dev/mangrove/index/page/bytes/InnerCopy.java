package dev.mangrove.index.page.bytes;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * A client's copy of what leads from an inner page to its children. It may be stale, so the page
 * that it names is only where a search may begin: that page itself tells whether it covers the key.
 * Used by one thread.
 *
 * <p>As in the page, heads decide most comparisons. Where a separator is longer than its head, the
 * copy has whole separators as well, and takes heads behind all bytes that these have in common.
 * That may be more than the page leaves out: a root has no bounds, and leaves out nothing.
 *
 * <p>A search counts the heads that are not larger: first among the first heads of all blocks, then
 * in one block. Its loads do not depend on each other, and nothing is left to predict.
 */
public final class InnerCopy {
    private static final byte[] NOTHING = {};

    /** Bytes of a separator that its head has as a whole. */
    private static final int WHOLE = 7;

    /** Heads of a block: a line of them. */
    private static final int BLOCK = 8;

    private final long pointer;
    private final long stamp;
    private final int level;

    /** Bytes of the page's prefix, which a key has if the page covers it. */
    private final int prefix;

    /** Bytes behind the prefix that all separators but the first have; heads are behind these. */
    private final byte[] common;

    /**
     * 63 bits each, so that a difference has the sign of the comparison; a last block is filled.
     */
    private final long[] heads;

    private final long[] blocks;
    private final long[] children;
    private final byte @Nullable [][] separators;
    private final @Nullable InnerCopy[] copies;

    private InnerCopy(BytesPageView page, byte @Nullable [][] whole) {
        int count = page.count();
        this.pointer = page.pointer();
        this.stamp = page.stamp();
        this.level = page.level();
        this.prefix = page.prefix();
        this.separators = whole;
        this.common = whole == null ? NOTHING : inCommon(whole, prefix);
        this.heads = new long[(count + BLOCK - 1) / BLOCK * BLOCK];
        this.blocks = new long[heads.length / BLOCK];
        this.children = new long[count];
        this.copies = new InnerCopy[level > 1 ? count : 0];
        Arrays.fill(heads, Long.MAX_VALUE);
        for (int i = 0; i < count; i++) {
            heads[i] =
                    whole == null
                            ? (page.head(i) ^ Long.MIN_VALUE) >>> 1
                            : head(whole[i], prefix + common.length);
            children[i] = page.child(i);
        }
        for (int block = 0; block < blocks.length; block++) {
            blocks[block] = heads[block * BLOCK];
        }
    }

    private static long head(byte[] key, int from) {
        return (KeyProbe.head(key, from) ^ Long.MIN_VALUE) >>> 1;
    }

    /** Copies an inner page that is open; null if it has changed since, or leads nowhere. */
    public static @Nullable InnerCopy of(BytesPageView page) {
        if (page.level() == 0 || page.count() == 0) {
            return null;
        }
        InnerCopy copy = new InnerCopy(page, page.areShort(WHOLE) ? null : separators(page));
        return page.isValid() ? copy : null;
    }

    private static byte[][] separators(BytesPageView page) {
        byte[] low = page.low();
        byte[][] keys = new byte[page.count()][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = page.key(page.slot(i), low);
        }
        return keys;
    }

    /** What all but the first have in common behind a prefix. */
    private static byte[] inCommon(byte[][] keys, int prefix) {
        if (keys.length == 1) {
            return NOTHING;
        }
        byte[] second = keys[1];
        int both = ByteKeys.commonPrefix(second, keys[keys.length - 1]);
        return both <= prefix ? NOTHING : Arrays.copyOfRange(second, prefix, both);
    }

    /** Pointer to the page. */
    public long pointer() {
        return pointer;
    }

    /** The page's first word when it was copied. */
    public long stamp() {
        return stamp;
    }

    /** The page's level. */
    public int level() {
        return level;
    }

    /** The position of the child that covers a key, if the page does and is as it was. */
    public int floor(byte[] key) {
        int order = common.length == 0 ? 0 : compareCommon(key);
        if (order != 0) {
            return order < 0 ? 0 : children.length - 1;
        }
        long wanted = head(key, prefix + common.length);
        int position = lastHead(wanted);
        byte @Nullable [][] whole = separators;
        return whole != null && heads[position] == wanted ? floor(whole, key) : position;
    }

    /** Compares a key's part with that of the separators. */
    private int compareCommon(byte[] key) {
        int from = Math.min(prefix, key.length);
        int end = Math.min(prefix + common.length, key.length);
        return Arrays.compareUnsigned(key, from, end, common, 0, common.length);
    }

    /**
     * The last position whose head is not larger; the first child has all keys below the second.
     */
    private int lastHead(long wanted) {
        int block = 0;
        for (int i = 1; i < blocks.length; i++) {
            block += isAtMost(blocks[i], wanted);
        }
        int first = block * BLOCK;
        int position = first;
        for (int i = 1; i < BLOCK; i++) {
            position += isAtMost(heads[first + i], wanted);
        }
        return Math.min(position, children.length - 1);
    }

    /** 1 if a head is not larger than another one, else 0; without a branch. */
    private static int isAtMost(long head, long wanted) {
        return (int) ((head - wanted - 1) >>> (Long.SIZE - 1));
    }

    private static int floor(byte[][] whole, byte[] key) {
        int position = 0;
        for (int left = whole.length; left > 1; ) {
            int half = left >>> 1;
            position =
                    Arrays.compareUnsigned(whole[position + half], key) <= 0
                            ? position + half
                            : position;
            left -= half;
        }
        return position;
    }

    /** Pointer to the child at a position. */
    public long child(int position) {
        return children[position];
    }

    /** The copy of the child at a position; null if there is none. */
    public @Nullable InnerCopy below(int position) {
        return level == 1 ? null : copies[position];
    }

    /** Keeps a copy of the child at a position. */
    public void below(int position, InnerCopy copy) {
        assert copy.level == level - 1 && copy.pointer == children[position];
        copies[position] = copy;
    }

    /** Takes over the copies of children that an older copy of the page has. */
    public void adopt(InnerCopy older) {
        int from = 0;
        for (int i = 0; i < copies.length; i++) {
            // Children keep their order, so one that is not found here or later is gone.
            int at = older.indexOf(children[i], from);
            if (at >= 0) {
                copies[i] = older.copies[at];
                from = at + 1;
            }
        }
    }

    private int indexOf(long child, int from) {
        for (int i = from; i < copies.length; i++) {
            if (children[i] == child) {
                return i;
            }
        }
        return -1;
    }

    /** Number of copies of pages of level 1, this one included. */
    public int lowest() {
        int number = level == 1 ? 1 : 0;
        for (InnerCopy copy : copies) {
            number += copy == null ? 0 : copy.lowest();
        }
        return number;
    }
}
