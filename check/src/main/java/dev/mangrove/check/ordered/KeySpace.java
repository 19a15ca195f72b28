package dev.mangrove.check.ordered;

import java.util.SplittableRandom;

/**
 * The keys of a run: so many, a fixed distance apart.
 *
 * @param size number of keys
 * @param base the first
 * @param stride distance between two
 * @param extreme whether the outermost two are the smallest and the largest key that there is
 */
public record KeySpace(int size, long base, long stride, boolean extreme) {
    private static final int FEWEST_OF_ALL = 12;
    private static final int FEW = 20;
    private static final int FEWEST = 30;
    private static final int MOST = 200;
    private static final int EXTREME_ONE_IN = 8;
    private static final long FAR_APART = 1L << 40;

    /** Draws few keys or many: dense, spaced, or spread over much of what there is. */
    static KeySpace draw(boolean few, SplittableRandom lots) {
        int fewest = few ? FEWEST_OF_ALL : FEWEST;
        int size = fewest + lots.nextInt((few ? FEW : MOST) - fewest + 1);
        long stride =
                switch (lots.nextInt(4)) {
                    case 0 -> FAR_APART;
                    case 1 -> 1 + lots.nextInt(100);
                    default -> 1;
                };
        long base = (lots.nextInt(size) - size) * stride;
        return new KeySpace(size, base, stride, lots.nextInt(EXTREME_ONE_IN) == 0);
    }

    /** The most keys of a run, side by side. */
    static KeySpace most(SplittableRandom lots) {
        return new KeySpace(MOST, lots.nextInt(MOST) - MOST, 1, false);
    }

    /** The key of a rank. */
    public long key(int rank) {
        if (extreme && rank == 0) {
            return Long.MIN_VALUE;
        }
        if (extreme && rank == size - 1) {
            return Long.MAX_VALUE;
        }
        return base + rank * stride;
    }

    /** The smallest key. */
    public long first() {
        return key(0);
    }

    /** The largest key. */
    public long last() {
        return key(size - 1);
    }
}
