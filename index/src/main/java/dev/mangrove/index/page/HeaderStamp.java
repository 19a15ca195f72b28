package dev.mangrove.index.page;

/**
 * The first word of a page. A writer that changes the page's bounds, or ends the page, stores this
 * word last.
 *
 * <pre>
 *  63           48 47       32 31              8 7          0
 * +---------------+-----------+-----------------+------------+
 * |  generation   |  merges   |     splits      |   flags    |
 * +---------------+-----------+-----------------+------------+
 * </pre>
 */
public final class HeaderStamp {
    /** Flag: the second half of the header is in use, not the first. */
    static final long SECOND_HALF = 1;

    /** Flag: the page is dead; its link leads to the page that took its entries. */
    static final long DEAD = 2;

    /** Flag: the first half has no upper bound. */
    static final long FIRST_UNBOUNDED = 4;

    /** Flag: the second half has no upper bound. */
    static final long SECOND_UNBOUNDED = 8;

    private static final int GENERATION_SHIFT = 48;
    private static final int MERGES_SHIFT = 32;
    private static final int SPLITS_SHIFT = 8;
    private static final long MERGES_MASK = 0xFFFFL << MERGES_SHIFT;
    private static final long SPLITS_MASK = 0xFFFFFFL << SPLITS_SHIFT;
    private static final int LOW_BITS = 0xFF;

    private HeaderStamp() {}

    /** The first stamp of a new page, which uses the first half of the header. */
    public static long first(int generation, boolean unbounded) {
        return ((long) generation << GENERATION_SHIFT) | (unbounded ? FIRST_UNBOUNDED : 0);
    }

    /** The stamp of a free page. */
    public static long free(int nextGeneration) {
        return ((long) nextGeneration << GENERATION_SHIFT) | DEAD;
    }

    /** Generation of the page. */
    public static int generation(long stamp) {
        return (int) (stamp >>> GENERATION_SHIFT);
    }

    /** Whether the page is dead. */
    public static boolean isDead(long stamp) {
        return (stamp & DEAD) != 0;
    }

    public static boolean usesSecondHalf(long stamp) {
        return (stamp & SECOND_HALF) != 0;
    }

    public static boolean isUnbounded(long stamp) {
        return (stamp & (usesSecondHalf(stamp) ? SECOND_UNBOUNDED : FIRST_UNBOUNDED)) != 0;
    }

    /** Low bits of the number of merges. */
    static int merges(long stamp) {
        return (int) (stamp >>> MERGES_SHIFT) & LOW_BITS;
    }

    /** Low bits of the number of splits. */
    public static int splits(long stamp) {
        return (int) (stamp >>> SPLITS_SHIFT) & LOW_BITS;
    }

    /** The stamp after a split: the other half of the header is in use. */
    static long afterSplit(long stamp) {
        long splits = (stamp + (1L << SPLITS_SHIFT)) & SPLITS_MASK;
        return otherHalf((stamp & ~SPLITS_MASK) | splits, false);
    }

    /** The stamp after a merge: the other half of the header is in use. */
    static long afterMerge(long stamp, boolean unbounded) {
        return otherHalf(withNextMerge(stamp), unbounded);
    }

    /** The stamp after an abandoned merge: the bounds stay. */
    static long withNextMerge(long stamp) {
        return (stamp & ~MERGES_MASK) | ((stamp + (1L << MERGES_SHIFT)) & MERGES_MASK);
    }

    /** The stamp of a page that has died. */
    static long dead(long stamp) {
        return stamp | DEAD;
    }

    private static long otherHalf(long stamp, boolean unbounded) {
        long other = stamp ^ SECOND_HALF;
        long flag = usesSecondHalf(other) ? SECOND_UNBOUNDED : FIRST_UNBOUNDED;
        return unbounded ? other | flag : other & ~flag;
    }
}
