package dev.mangrove.check.ordered;

import java.util.SplittableRandom;

/**
 * What one run of {@link PagesCheck} is made of, drawn from its seed.
 *
 * @param pageSize bytes of a page; in the smallest, entries meet in a line all the time
 * @param fanout of the tree
 * @param keys number of keys; few, so that most operations meet in a page or two
 * @param processes processes that work on the tree at the same time
 * @param operations of each
 * @param failures most stores after which a process dies, or ten times as many accesses after which
 *     an operation throws an Error; 0 if none does
 * @param dies whether processes die
 * @param loads whether a further process loads the tree while others read it
 * @param fill of the pages that are loaded
 * @param ranges share of ranges, of 20
 * @param sweeps share of runs of neighbouring keys that are all put or all deleted, of 20
 */
record PagesPlan(
        int pageSize,
        int fanout,
        int keys,
        int processes,
        int operations,
        int failures,
        boolean dies,
        boolean loads,
        double fill,
        int ranges,
        int sweeps) {
    private static final int[] PAGE_BYTES = {192, 192, 256, 512};
    private static final int SMALLEST_FANOUT = 4;

    /** Chosen: the stores of about one, ten and all operations of a process. */
    private static final int[] FAILURES = {0, 0, 20, 100, 400};

    /** Chosen: the stores of a load of so few keys. */
    private static final int STORES_OF_A_LOAD = 160;

    static PagesPlan draw(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[lots.nextInt(PAGE_BYTES.length)],
                SMALLEST_FANOUT + lots.nextInt(3),
                4 + lots.nextInt(20),
                2 + lots.nextInt(3),
                30 + lots.nextInt(60),
                FAILURES[lots.nextInt(FAILURES.length)],
                lots.nextInt(3) > 0,
                lots.nextInt(4) == 0,
                fill(lots),
                lots.nextInt(10),
                lots.nextInt(6));
    }

    /** Draws a short run with a load. */
    static PagesPlan drawLoad(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[0],
                SMALLEST_FANOUT + lots.nextInt(3),
                4 + lots.nextInt(12),
                1 + lots.nextInt(2),
                5 + lots.nextInt(20),
                lots.nextInt(3) == 0 ? 0 : STORES_OF_A_LOAD,
                true,
                true,
                fill(lots),
                lots.nextInt(10),
                0);
    }

    private static double fill(SplittableRandom lots) {
        return lots.nextBoolean() ? 1 : 0.01 + 0.99 * lots.nextDouble();
    }
}
