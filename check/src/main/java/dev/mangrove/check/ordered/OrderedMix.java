package dev.mangrove.check.ordered;

import dev.mangrove.check.OperationShares;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Which operations clients do, and on which keys.
 *
 * @param shares how often each kind
 * @param hot whether mostly on a few keys side by side
 * @param steady whether keys of even rank stay and are mostly read, while those between come and
 *     go: a reader that believes half of a split or a merge misses a key that is certainly there
 */
record OrderedMix(OperationShares shares, boolean hot, boolean steady) {
    /** Chosen: two pages of the smallest fan-out. */
    private static final int HOT_KEYS = 8;

    /** Chosen: hot keys get most operations, and others still split and merge pages. */
    private static final int COLD_ONE_IN = 8;

    private static final OperationShares EVERYTHING =
            new OperationShares(25, 20, 10, 10, 10, 5, 15, 3);
    private static final OperationShares MOSTLY_PUTS =
            new OperationShares(15, 40, 15, 5, 3, 2, 15, 2);
    private static final OperationShares MOSTLY_DELETES =
            new OperationShares(15, 12, 5, 5, 30, 10, 15, 8);
    private static final OperationShares FEW_RANGES =
            new OperationShares(25, 20, 15, 15, 10, 10, 5, 2);
    private static final OperationShares MOSTLY_READS =
            new OperationShares(45, 5, 5, 0, 5, 0, 10, 10);

    /** Keys come and go while clients read them; for runs with hardly any keys. */
    static final OrderedMix MEETING =
            new OrderedMix(new OperationShares(30, 25, 5, 0, 30, 0, 10, 0), false, false);

    /** Values are replaced while clients read them; for runs with hardly any keys. */
    static final OrderedMix REPLACING =
            new OrderedMix(new OperationShares(40, 35, 5, 10, 5, 3, 2, 0), false, false);

    /**
     * As {@link #REPLACING}, with many deletes: one that finds an expired entry stores nothing in
     * its place.
     */
    static final OrderedMix EXPIRING =
            new OrderedMix(new OperationShares(15, 45, 5, 5, 25, 3, 2, 0), false, false);

    /** Pages split and merge all the time while clients read them. */
    static final OrderedMix SPLITTING =
            new OrderedMix(new OperationShares(40, 5, 0, 0, 5, 0, 10, 15), false, false);

    /** Neighbouring pages are filled and emptied, so that they split and merge side by side. */
    static final OrderedMix SWEEPING =
            new OrderedMix(new OperationShares(15, 20, 0, 0, 20, 0, 5, 15), false, false);

    /** Steady keys twice, so that they are drawn twice as often. */
    private static final List<OrderedMix> ALL =
            List.of(
                    new OrderedMix(EVERYTHING, false, false),
                    new OrderedMix(MOSTLY_PUTS, false, false),
                    new OrderedMix(MOSTLY_DELETES, false, false),
                    new OrderedMix(FEW_RANGES, true, false),
                    new OrderedMix(MOSTLY_READS, false, true),
                    new OrderedMix(MOSTLY_READS, false, true));

    /** Beside keys that are put in ascending order. */
    static final OrderedMix ASCENDING = new OrderedMix(MOSTLY_PUTS, false, false);

    static OrderedMix draw(SplittableRandom lots) {
        return ALL.get(lots.nextInt(ALL.size()));
    }

    /** The rank of the next key, for a kind of operation. */
    int rank(OperationShares.Kind kind, int size, RandomGenerator random) {
        if (steady) {
            int even = 2 * random.nextInt(size / 2);
            boolean reads = kind == OperationShares.Kind.GET || kind == OperationShares.Kind.RANGE;
            return reads && random.nextInt(COLD_ONE_IN) != 0 ? even : even + 1;
        }
        boolean near = hot && random.nextInt(COLD_ONE_IN) != 0;
        return near ? size / 2 + random.nextInt(HOT_KEYS) : random.nextInt(size);
    }
}
