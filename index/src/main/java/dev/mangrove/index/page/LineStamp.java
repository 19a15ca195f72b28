package dev.mangrove.index.page;

/**
 * The first word of a data line. A writer that takes or frees a slot of the line stores this word
 * last.
 *
 * <pre>
 *  63           56 55     48 47     40 39              4    3     2       0
 * +---------------+---------+---------+-----------------+--------+---------+
 * |  generation   | merges  | splits  |     version     | passed |  taken  |
 * +---------------+---------+---------+-----------------+--------+---------+
 * </pre>
 *
 * Generation, merges and splits repeat the low bits of the header's. The version has 36 bits, so
 * that it does not wrap while a reader is paused. The line is <i>passed</i> if an entry whose
 * search starts at this line, or before it, may lie behind it; only pages with 64-bit keys use this
 * mark.
 */
public final class LineStamp {
    /** All slots of a line are taken. */
    static final int ALL_TAKEN = 7;

    /** The mark of a line that an entry has passed on the way from its hash line to its slot. */
    static final long PASSED = 1L << 3;

    private static final long VERSION_UNIT = 1L << 4;
    private static final long VERSION_MASK = (1L << 40) - VERSION_UNIT;
    private static final int SPLITS_SHIFT = 40;
    private static final int MERGES_SHIFT = 48;
    private static final int GENERATION_SHIFT = 56;
    private static final long COUNTS_MASK = -1L << SPLITS_SHIFT;
    private static final int LOW_BITS = 0xFF;

    private LineStamp() {}

    /** The stamp of a line that is up to date with a header. */
    public static long first(long header, int taken) {
        return counts(HeaderStamp.generation(header), HeaderStamp.merges(header), header) | taken;
    }

    /** Which slots are taken, a bit each. */
    public static int taken(long stamp) {
        return (int) stamp & ALL_TAKEN;
    }

    /** The next stamp of the line, with other slots taken. */
    public static long next(long stamp, int taken) {
        long kept = (stamp & COUNTS_MASK) | (stamp & PASSED);
        return kept | ((stamp + VERSION_UNIT) & VERSION_MASK) | taken;
    }

    /** Whether an entry may lie behind the line although its search comes by it. */
    static boolean isPassed(long stamp) {
        return (stamp & PASSED) != 0;
    }

    /** The next stamp of the line, passed by an entry. */
    static long passed(long stamp) {
        return next(stamp, taken(stamp)) | PASSED;
    }

    /** The next stamp of the line, up to date with a header, and not passed. */
    public static long next(long stamp, int taken, long header) {
        return first(header, taken) | ((stamp + VERSION_UNIT) & VERSION_MASK);
    }

    /** Whether a line may belong to a header that was read at about the same time. */
    static boolean agrees(long stamp, long header) {
        int merges = ((int) (stamp >>> MERGES_SHIFT) - HeaderStamp.merges(header)) & LOW_BITS;
        int splits = (HeaderStamp.splits(header) - (int) (stamp >>> SPLITS_SHIFT)) & LOW_BITS;
        boolean known = merges + splits <= 1; // up to date, filled ahead, or not swept
        return known && (generation(stamp) ^ (HeaderStamp.generation(header) & LOW_BITS)) == 0;
    }

    /** Low bits of the header's count of splits when the line was last up to date. */
    public static int splits(long stamp) {
        return (int) (stamp >>> SPLITS_SHIFT) & LOW_BITS;
    }

    private static int generation(long stamp) {
        return (int) (stamp >>> GENERATION_SHIFT);
    }

    /** Whether a line is up to date with a header. */
    public static boolean isCurrent(long stamp, long header) {
        return (stamp & COUNTS_MASK) == (first(header, 0) & COUNTS_MASK);
    }

    /** Whether two stamps, given as their difference by XOR, have the same counts. */
    static boolean hasEqualCounts(long difference) {
        return (difference & COUNTS_MASK) == 0;
    }

    private static long counts(int generation, int merges, long header) {
        return ((long) (generation & LOW_BITS) << GENERATION_SHIFT)
                | ((long) merges << MERGES_SHIFT)
                | ((long) HeaderStamp.splits(header) << SPLITS_SHIFT);
    }
}
