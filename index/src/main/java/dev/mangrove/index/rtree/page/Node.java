package dev.mangrove.index.rtree.page;

import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/**
 * Layout of a page of an R-tree. Words are 8 bytes, little-endian. Seven entries are a group, which
 * has a line for each field. Before the groups are their bounding rectangles, in a column of lines
 * for each side. A search compares the bounds of the groups, and then the entries of the groups
 * that fit; the lines of a group are neighbours in memory.
 *
 * <pre>
 *        0         8        16         24      32      40      48      56
 *       +---------+--------+----------+-------+-------+-------+-------+------+
 *     0 | stamp   | kind   | sequence | right | moved | latch | count |parent|   header
 *       +---------+--------+----------+-------+-------+-------+-------+------+
 *    64 | stamp   | minX of groups 0 to 6                                    |
 *       | stamp   | maxX …                                                   |
 *       | stamp   | minY …                                                   |
 *       | stamp   | maxY …                                                   |
 *       +---------+----------------------------------------------------------+
 *       | stamp   | minX of entries 0 to 6                                   |
 *       | stamp   | maxX …                                                   |
 *       | stamp   | minY …                                                   |
 *       | stamp   | maxY …                                                   |
 *       | stamp   | reference …: pointer to a child, or id of an object      |
 *       | stamp   | key …, in trees that have them                           |
 *       +---------+----------------------------------------------------------+
 *       | stamp   | minX of entries 7 to 13                                  |
 *       …
 *
 * kind   63       48 47     40 39    32 31                  0
 *       +-----------+---------+--------+---------------------+
 *       |   magic   | format  | level  |  tag of the index   |
 *       +-----------+---------+--------+---------------------+
 *
 * count  63                     33  32         31          0
 *       +-------------------------+-----------+-------------+
 *       |            0            | splitting |   entries   |
 *       +-------------------------+-----------+-------------+
 * </pre>
 *
 * The head of {@link dev.mangrove.index.rtree} defines {@code sequence}, {@code right}, {@code
 * moved} and {@code splitting}. The latch is used by the server only, and so is the parent: the
 * page that a writer last found to be this one's parent, or null; it may be another one by now.
 */
public final class Node {
    /** Bytes of a line. */
    public static final int LINE = 64;

    /** Entries of a group. */
    public static final int SLOTS = 7;

    /** A bit for each entry of a group. */
    public static final int ALL_SLOTS = (1 << SLOTS) - 1;

    /** Level of leaves. */
    public static final int LEAF = 0;

    /** Level that marks a tree's anchor. */
    public static final int ANCHOR = 0xFF;

    /** Returned instead of a slot when there is none. */
    public static final int NONE = -1;

    static final int STAMP = 0;
    static final int KIND = 8;
    static final int SEQUENCE = 16;
    static final int RIGHT = 24;
    static final int MOVED = 32;

    /** Offset of the latch, which changes without the stamp. */
    public static final int LATCH = 40;

    static final int COUNT = 48;

    /** Offset of the last known parent, which changes without the stamp. */
    public static final int PARENT = 56;

    static final long SPLITTING = 1L << 32;

    private static final long MAGIC = 0x4D52L;
    private static final long FORMAT = 2;
    private static final int LEVEL_SHIFT = 32;
    private static final int LEVEL_MASK = 0xFF;
    private static final long FAMILY = (MAGIC << 48) | (FORMAT << 40);
    private static final long TAG_MASK = 0xFFFFFFFFL;

    static {
        if (Long.BYTES + SLOTS * Long.BYTES != LINE) {
            throw new AssertionError("fields of a line do not fill 64 bytes");
        }
    }

    private Node() {}

    static long kind(int tag, int level) {
        return FAMILY | ((long) level << LEVEL_SHIFT) | (tag & TAG_MASK);
    }

    static boolean isNode(long kind, int tag) {
        return (kind & ~((long) LEVEL_MASK << LEVEL_SHIFT)) == kind(tag, 0);
    }

    static int level(long kind) {
        return (int) (kind >>> LEVEL_SHIFT) & LEVEL_MASK;
    }

    static long word(MemorySegment memory, long offset) {
        return SharedWords.plain(memory, offset);
    }

    static void word(MemorySegment memory, long offset, long value) {
        SharedWords.plain(memory, offset, value);
    }

    /** Loads a coordinate. */
    public static double number(MemorySegment memory, long offset) {
        return SharedWords.number(memory, offset);
    }

    static void number(MemorySegment memory, long offset, double value) {
        SharedWords.number(memory, offset, value);
    }

    /** Loads a word with acquire order. */
    public static long acquire(MemorySegment memory, long offset) {
        return SharedWords.acquire(memory, offset);
    }

    /** Stores a word with release order. */
    public static void release(MemorySegment memory, long offset, long value) {
        SharedWords.release(memory, offset, value);
    }

    /** Increments a word of a server's own memory; returns the new value. */
    public static long increment(MemorySegment memory, long offset) {
        return SharedWords.add(memory, offset, 1) + 1;
    }

    /** Compares and swaps a word of a server's own memory. */
    static boolean swap(MemorySegment memory, long offset, long expected, long next) {
        return SharedWords.swap(memory, offset, expected, next) == expected;
    }

    /**
     * Which of seven entries have a lower border up to {@code mostLow} and an upper border from
     * {@code leastHigh} on, a bit each. Has no branches: it compares by the sign of a difference,
     * which is correct as long as neither number is -0.
     */
    public static int between(
            MemorySegment memory, long low, long high, double mostLow, double leastHigh) {
        long misses = 0;
        for (int i = 1; i <= SLOTS; i++) {
            long miss =
                    Double.doubleToRawLongBits(
                                    mostLow - number(memory, low + (long) i * Long.BYTES))
                            | Double.doubleToRawLongBits(
                                    number(memory, high + (long) i * Long.BYTES) - leastHigh);
            misses |= (miss >>> 63) << i;
        }
        return ((int) ~misses >>> 1) & ALL_SLOTS;
    }

    /** Which of seven numbers are at most {@code most}, as {@link #between}. */
    public static int atMost(MemorySegment memory, long line, double most) {
        int misses = 0;
        for (int i = 1; i <= SLOTS; i++) {
            misses |= isMore(number(memory, line + (long) i * Long.BYTES), most) << i;
        }
        return (~misses >>> 1) & ALL_SLOTS;
    }

    /** Which of seven numbers are at least {@code least}, as {@link #between}. */
    public static int atLeast(MemorySegment memory, long line, double least) {
        int misses = 0;
        for (int i = 1; i <= SLOTS; i++) {
            misses |= isMore(least, number(memory, line + (long) i * Long.BYTES)) << i;
        }
        return (~misses >>> 1) & ALL_SLOTS;
    }

    /** 1 if a number is more than another, else 0, without a branch; neither may be -0. */
    public static int isMore(double number, double other) {
        return (int) (Double.doubleToRawLongBits(other - number) >>> 63);
    }

    /** Prefetches the lines of a group of entries. The result only keeps the loads alive. */
    public static long fetch(MemorySegment memory, long line) {
        return word(memory, line)
                ^ word(memory, line + LINE)
                ^ word(memory, line + 2L * LINE)
                ^ word(memory, line + 3L * LINE)
                ^ word(memory, line + 4L * LINE);
    }

    /**
     * Whether a lower border is at most {@code mostLow} and an upper one at least {@code
     * leastHigh}.
     */
    public static boolean isBetween(
            MemorySegment memory, long low, long high, double mostLow, double leastHigh) {
        return number(memory, low) <= mostLow && number(memory, high) >= leastHigh;
    }

    /** Loads a reference. */
    public static long reference(MemorySegment memory, long offset) {
        return word(memory, offset);
    }

    /** Normalises a border: 0 instead of -0. */
    public static double plain(double border) {
        return border + 0.0;
    }
}
