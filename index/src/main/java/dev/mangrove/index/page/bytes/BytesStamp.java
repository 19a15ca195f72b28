package dev.mangrove.index.page.bytes;

/**
 * The first word of a {@link BytesLine}; it decides what the line holds.
 *
 * <pre>
 *  63           56 55     48 47     40 39                6 5        2 1        0
 * +---------------+---------+---------+-------------------+----------+--------+-------+
 * |  generation   | merges  | splits  |      version      |  value   |   0    | taken |
 * +---------------+---------+---------+-------------------+----------+--------+-------+
 * </pre>
 *
 * Generation, merges and splits are as in stamps of pages of 64-bit keys. {@code value} is 0 to 8,
 * the length of a value that lies in the line, {@link #EXTENT} or {@link #EXPIRING}. The version
 * counts the server's changes of the line.
 */
public final class BytesStamp {
    /** Length that stands for a value in an extent. */
    public static final int EXTENT = 9;

    /** Length that stands for a value in an extent, behind a word with its expiry. */
    public static final int EXPIRING = 10;

    private static final long TAKEN = 1;
    private static final int VALUE_SHIFT = 2;
    private static final long VALUE_MASK = 0xFL << VALUE_SHIFT;
    private static final long VERSION_UNIT = 1L << 6;
    private static final long VERSION_MASK = (1L << 40) - VERSION_UNIT;
    private static final long COUNTS_MASK = -1L << 40;

    private BytesStamp() {}

    /** The stamp of a free line of a new page; only the counts of {@code counts} matter. */
    static long free(long counts) {
        return counts & COUNTS_MASK;
    }

    static boolean isTaken(long stamp) {
        return (stamp & TAKEN) != 0;
    }

    /** Length of the value in the line, or {@link #EXTENT}. */
    static int value(long stamp) {
        return (int) ((stamp & VALUE_MASK) >>> VALUE_SHIFT);
    }

    /** The stamp after the line has got an entry, or its entry another value. */
    static long filled(long stamp, int value) {
        assert value >= 0 && value <= EXPIRING : value;
        return next(stamp) | ((long) value << VALUE_SHIFT) | TAKEN;
    }

    /** The stamp after the entry was removed. */
    static long cleared(long stamp) {
        return next(stamp);
    }

    private static long next(long stamp) {
        return (stamp & COUNTS_MASK) | ((stamp + VERSION_UNIT) & VERSION_MASK);
    }
}
