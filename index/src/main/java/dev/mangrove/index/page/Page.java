package dev.mangrove.index.page;

import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/**
 * Layout of a page. Words are 8 bytes, little-endian.
 *
 * <pre>
 *        0         8       16      24      32       40      48       56
 *       +---------+-------+-------+-------+--------+-------+--------+------+
 *     0 | stamp   | kind  | low   | high  | right  | high' | right' | link |   header
 *       +---------+-------+-------+-------+--------+-------+--------+------+
 *    64 | stamp   | key   | value | key   | value  | key   | value  | head |   three entries
 *       +---------+-------+-------+-------+--------+-------+--------+------+
 *   128 | stamp   | key   | value | key   | value  | key   | value  |      |   three entries
 *       +---------+-------+-------+-------+--------+-------+--------+------+
 *       …
 *
 * kind   63       48 47     40 39    32 31                  0
 *       +-----------+---------+--------+---------------------+
 *       |   magic   | format  | level  |  tag of the index   |
 *       +-----------+---------+--------+---------------------+
 * </pre>
 *
 * The header's stamp says which of the two pairs (high, right) is in use. Entries are unordered. An
 * entry lies at or after its key's hash line, and all lines from there to its own are marked as
 * passed, see {@link LineStamp}. So a search ends at the first line that is not passed, and reads
 * few lines whether it finds the key or not. {@code link} is the partner of a merge under way; of a
 * dead page, it is the page that took its entries. {@code head} of the first data line is a hint: a
 * pointer to a head node, or 0. In indexes with latches in pages, the last word is the page's
 * latch.
 */
public final class Page {
    /** Bytes of a line. */
    public static final int LINE = 64;

    /** Entries of a data line. */
    public static final int SLOTS_PER_LINE = 3;

    /** Returned instead of a slot when there is none. */
    public static final int NONE = -1;

    /** Level of leaves. */
    public static final int LEAF = 0;

    /** Level that marks a head node. */
    public static final int HEAD_NODE = 0xFF;

    /** Offset of the pointer to the head node. */
    public static final int HEAD = LINE + 56;

    /** Bytes at the end of a page that its latch takes, where latches are in pages. */
    public static final int LATCH_BYTES = 8;

    public static final int STAMP = 0;
    static final int KIND = 8;
    public static final int LOW = 16;
    public static final int FIRST_HALF = 24;
    public static final int SECOND_HALF = 40;

    /** Offset of the link, by which a merge names its partner. */
    public static final int LINK = 56;

    private static final long MAGIC = 0x4D50L;
    private static final long FORMAT = 2;
    private static final int LEVEL_SHIFT = 32;
    private static final int LEVEL_MASK = 0xFF;
    private static final long TAG_MASK = 0xFFFFFFFFL;

    private static final int FIRST_ENTRY = 8;
    private static final int ENTRY = 16;

    static {
        if (FIRST_ENTRY + SLOTS_PER_LINE * ENTRY + Long.BYTES != LINE
                || SECOND_HALF + 2 * Long.BYTES != LINK) {
            throw new AssertionError("fields of a line do not fill 64 bytes");
        }
    }

    private Page() {}

    /** Number of slots of a page of a size in bytes. */
    public static int slots(int pageSize) {
        return (pageSize / LINE - 1) * SLOTS_PER_LINE;
    }

    /**
     * Checks that the page format can hold a level.
     *
     * @throws IllegalStateException if it cannot
     */
    public static void checkLevel(int level) {
        if (level < LEAF || level >= HEAD_NODE) {
            throw new IllegalStateException(
                    "a tree has levels 0 to " + (HEAD_NODE - 1) + ": level=" + level);
        }
    }

    /** The kind of leaves of an index with 64-bit keys. */
    public static long leafKind(int tag) {
        return leafKind(tag, FORMAT);
    }

    /** The kind of leaves of an index whose pages have a format. */
    public static long leafKind(int tag, long format) {
        return (MAGIC << 48) | (format << 40) | (tag & TAG_MASK);
    }

    /** The kind of pages of a level, in an index with a kind of leaves. */
    static long kind(long leafKind, int level) {
        return leafKind | ((long) level << LEVEL_SHIFT);
    }

    /** Whether a word is the kind of a page, of any level, in an index with a kind of leaves. */
    static boolean isPage(long kind, long leafKind) {
        return (kind & ~((long) LEVEL_MASK << LEVEL_SHIFT)) == leafKind;
    }

    static int level(long kind) {
        return (int) (kind >>> LEVEL_SHIFT) & LEVEL_MASK;
    }

    /**
     * Offset of the key's hash line. A search starts there and goes on through the lines that
     * follow, wrapping around at the end of the page, until one that no entry has passed.
     */
    public static int hashLine(long key, int pageSize) {
        long spread = (key * Hashing.MULTIPLIER) >>> Integer.SIZE;
        return LINE + (int) ((spread * (pageSize / LINE - 1)) >>> Integer.SIZE) * LINE;
    }

    /** The slots of a line that hold a key, a bit each. */
    static int matches(MemorySegment memory, long line, long key) {
        int first = plain(memory, line + FIRST_ENTRY) == key ? 1 : 0;
        int second = plain(memory, line + FIRST_ENTRY + ENTRY) == key ? 2 : 0;
        int third = plain(memory, line + FIRST_ENTRY + 2 * ENTRY) == key ? 4 : 0;
        return (first | second | third) & LineStamp.taken(plain(memory, line));
    }

    /** Offset of the line after another; after the last one comes the first. */
    static int lineAfter(int line, int pageSize) {
        return line + LINE < pageSize ? line + LINE : LINE;
    }

    public static int lineOf(int slot) {
        return LINE + (slot / SLOTS_PER_LINE) * LINE;
    }

    static int keyOf(int slot) {
        return lineOf(slot) + FIRST_ENTRY + (slot % SLOTS_PER_LINE) * ENTRY;
    }

    static int valueOf(int slot) {
        return keyOf(slot) + Long.BYTES;
    }

    public static int slot(int line, int place) {
        return (line / LINE - 1) * SLOTS_PER_LINE + place;
    }

    static int bit(int slot) {
        return 1 << (slot % SLOTS_PER_LINE);
    }

    static int key(int line, int place) {
        return line + FIRST_ENTRY + place * ENTRY;
    }

    /** Loads a word, unordered. */
    public static long plain(MemorySegment memory, long offset) {
        return SharedWords.plain(memory, offset);
    }

    /** Stores a word of a private page, unordered. */
    public static void plain(MemorySegment memory, long offset, long value) {
        SharedWords.plain(memory, offset, value);
    }

    /** Loads a word with acquire order. */
    public static long acquire(MemorySegment memory, long offset) {
        return SharedWords.acquire(memory, offset);
    }

    /** Stores a word with release order. */
    static void release(MemorySegment memory, long offset, long value) {
        SharedWords.release(memory, offset, value);
    }

    /** At the server, under its monitor: loads the header's stamp. */
    public static long headerAcquire(MemorySegment memory, long base) {
        return SharedWords.guarded(memory, base + STAMP);
    }

    /** At the server, under its monitor: stores the header's stamp of a free page. */
    public static void headerRelease(MemorySegment memory, long base, long stamp) {
        SharedWords.guarded(memory, base + STAMP, stamp);
    }
}
