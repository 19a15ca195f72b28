package dev.mangrove.index.page.bytes;

/**
 * The first word of a {@link BytesLine}. A writer stores this word last; it decides what the line
 * holds.
 *
 * <pre>
 *  63           56 55     48 47     40 39                6 5        2 1        0
 * +---------------+---------+---------+-------------------+----------+--------+-------+
 * |  generation   | merges  | splits  |      version      |  value   | second | taken |
 * +---------------+---------+---------+-------------------+----------+--------+-------+
 * </pre>
 *
 * Generation, merges and splits are as in stamps of pages of 64-bit keys. {@code value} is 0 to 8,
 * the length of a value that lies in the line, or {@link #EXTENT}. {@code second}: the second word
 * of the line's two words for values is in use. The version has 34 bits: a reader would have to be
 * paused for 16 billion changes of one line to take a later state for the same one.
 */
public final class BytesStamp {
    /** Length that stands for a value in an extent. */
    public static final int EXTENT = 9;

    private static final long TAKEN = 1;
    private static final long SECOND = 2;
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

    static boolean usesSecond(long stamp) {
        return (stamp & SECOND) != 0;
    }

    /** Length of the value in the line, or {@link #EXTENT}. */
    static int value(long stamp) {
        return (int) ((stamp & VALUE_MASK) >>> VALUE_SHIFT);
    }

    /** The stamp after the line has got an entry, whose value is in the word not used before. */
    static long filled(long stamp, int value) {
        assert value >= 0 && value <= EXTENT : value;
        long other = (stamp & SECOND) ^ SECOND;
        return next(stamp) | other | ((long) value << VALUE_SHIFT) | TAKEN;
    }

    /** The stamp after the entry was removed. */
    static long cleared(long stamp) {
        return next(stamp) | (stamp & SECOND);
    }

    private static long next(long stamp) {
        return (stamp & COUNTS_MASK) | ((stamp + VERSION_UNIT) & VERSION_MASK);
    }
}
