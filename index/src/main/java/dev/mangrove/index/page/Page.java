package dev.mangrove.index.page;

import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/**
 * Where things are in a page. Words are 8 bytes, little-endian.
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
 * The header's stamp says which of the two pairs (high, right) is in use. Entries are in no order;
 * those of leaves are near the line that their key is spread to, so that few lines are looked at.
 * {@code link} is the partner of a merge under way, or of a dead page the one that took its
 * entries. {@code head} of the first data line leads to a head node, or is 0; it is a hint. The
 * last word is the page's latch in indexes that have latches in their pages.
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

    /** Where a page's hint at its head node is. */
    public static final int HEAD = LINE + 56;

    /** Bytes at the end of a page that its latch takes, where latches are in pages. */
    public static final int LATCH_BYTES = 8;

    static final int STAMP = 0;
    static final int KIND = 8;
    static final int LOW = 16;
    static final int FIRST_HALF = 24;
    static final int SECOND_HALF = 40;
    static final int LINK = 56;

    private static final long MAGIC = 0x4D50L;
    private static final long FORMAT = 1;
    private static final int LEVEL_SHIFT = 32;
    private static final long FAMILY = (MAGIC << 48) | (FORMAT << 40);
    private static final int LEVEL_MASK = 0xFF;
    private static final long TAG_MASK = 0xFFFFFFFFL;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final int FIRST_ENTRY = 8;
    private static final int ENTRY = 16;

    static {
        if (FIRST_ENTRY + SLOTS_PER_LINE * ENTRY + Long.BYTES != LINE
                || SECOND_HALF + 2 * Long.BYTES != LINK) {
            throw new AssertionError("a line does not add up");
        }
    }

    private Page() {}

    /** Entries that a page of so many bytes has room for. */
    public static int slots(int pageSize) {
        return (pageSize / LINE - 1) * SLOTS_PER_LINE;
    }

    /**
     * Makes sure that the format has a level.
     *
     * @throws IllegalStateException if not: the level would be read as another
     */
    public static void checkLevel(int level) {
        if (level < LEAF || level >= HEAD_NODE) {
            throw new IllegalStateException(
                    "a tree has levels 0 to " + (HEAD_NODE - 1) + ": level=" + level);
        }
    }

    static long kind(int tag, int level) {
        return FAMILY | ((long) level << LEVEL_SHIFT) | (tag & TAG_MASK);
    }

    static boolean isPage(long kind, int tag) {
        return (kind & ~((long) LEVEL_MASK << LEVEL_SHIFT)) == kind(tag, 0);
    }

    static int level(long kind) {
        return (int) (kind >>> LEVEL_SHIFT) & LEVEL_MASK;
    }

    /**
     * Where the line is that a key's entry should be in. There it is looked for first, and then in
     * those that follow, round the page.
     */
    public static int home(long key, int pageSize) {
        long spread = (key * SPREAD) >>> Integer.SIZE;
        return LINE + (int) ((spread * (pageSize / LINE - 1)) >>> Integer.SIZE) * LINE;
    }

    /** The slots of a line that hold a key, a bit each. */
    static int matches(MemorySegment memory, long line, long key) {
        int first = plain(memory, line + FIRST_ENTRY) == key ? 1 : 0;
        int second = plain(memory, line + FIRST_ENTRY + ENTRY) == key ? 2 : 0;
        int third = plain(memory, line + FIRST_ENTRY + 2 * ENTRY) == key ? 4 : 0;
        return (first | second | third) & LineStamp.taken(plain(memory, line));
    }

    static int lineOf(int slot) {
        return LINE + (slot / SLOTS_PER_LINE) * LINE;
    }

    static int keyOf(int slot) {
        return lineOf(slot) + FIRST_ENTRY + (slot % SLOTS_PER_LINE) * ENTRY;
    }

    static int valueOf(int slot) {
        return keyOf(slot) + Long.BYTES;
    }

    static int slot(int line, int place) {
        return (line / LINE - 1) * SLOTS_PER_LINE + place;
    }

    static int bit(int slot) {
        return 1 << (slot % SLOTS_PER_LINE);
    }

    static int key(int line, int place) {
        return line + FIRST_ENTRY + place * ENTRY;
    }

    /** A word of a page, in no order with others. */
    public static long plain(MemorySegment memory, long offset) {
        return SharedWords.plain(memory, offset);
    }

    /** Changes a word of a private page. */
    public static void plain(MemorySegment memory, long offset, long value) {
        SharedWords.plain(memory, offset, value);
    }

    /** A word that is read before what follows. */
    static long acquire(MemorySegment memory, long offset) {
        return SharedWords.acquire(memory, offset);
    }

    /** Changes a word after all that came before. */
    static void release(MemorySegment memory, long offset, long value) {
        SharedWords.release(memory, offset, value);
    }

    /** At the server, under its monitor: the header's stamp of a page in memory. */
    public static long headerAcquire(MemorySegment memory, long base) {
        return SharedWords.guarded(memory, base + STAMP);
    }

    /** At the server, under its monitor: makes a dead page ready for its next use. */
    public static void headerRelease(MemorySegment memory, long base, long stamp) {
        SharedWords.guarded(memory, base + STAMP, stamp);
    }
}
