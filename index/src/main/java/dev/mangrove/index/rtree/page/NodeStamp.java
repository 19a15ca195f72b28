package dev.mangrove.index.rtree.page;

/**
 * The first word of each line of a page.
 *
 * <pre>
 *  63           48 47                     8 7     2   1      0
 * +---------------+------------------------+-------+------+------+
 * |  generation   |        changes         |   0   | dead | busy |
 * +---------------+------------------------+-------+------+------+
 * </pre>
 *
 * Generation and dead have the positions of {@link dev.mangrove.index.page.HeaderStamp}, as all
 * pages come from the same allocator.
 */
public final class NodeStamp {
    static final long BUSY = 1;
    static final long DEAD = 2;
    private static final int GENERATION_SHIFT = 48;
    private static final long CHANGE = 1L << 8;
    private static final long CHANGES_MASK = (1L << GENERATION_SHIFT) - CHANGE;
    private static final long GENERATION_MASK = -1L << GENERATION_SHIFT;

    private NodeStamp() {}

    /** The first stamp of a new page. */
    static long first(int generation) {
        return ((long) generation << GENERATION_SHIFT) | CHANGE;
    }

    /** The stamp after one more change. */
    static long next(long stamp) {
        return (stamp & GENERATION_MASK) | ((stamp + CHANGE) & CHANGES_MASK);
    }

    static long busy(long stamp) {
        return stamp | BUSY;
    }

    /** Whether the page is being changed. */
    public static boolean isBusy(long stamp) {
        return (stamp & BUSY) != 0;
    }

    public static boolean isDead(long stamp) {
        return (stamp & DEAD) != 0;
    }

    /** Generation of the page. */
    public static int generation(long stamp) {
        return (int) (stamp >>> GENERATION_SHIFT);
    }
}
