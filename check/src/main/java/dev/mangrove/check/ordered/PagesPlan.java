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
 * @param flickers share of puts of a key that is deleted at once, of 20: slots change their keys
 *     again and again. Where the tree is loaded, only while that lasts
 * @param fill of the pages that are loaded
 * @param ranges share of ranges, of 20
 * @param sweeps share of runs of neighbouring keys that are all put or all deleted, of 20
 * @param deletes share of deletes among those runs, of 10
 * @param filled whether all keys are there at the beginning
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
        int flickers,
        double fill,
        int ranges,
        int sweeps,
        int deletes,
        boolean filled) {
    private static final int[] PAGE_BYTES = {192, 192, 256, 512};
    private static final int SMALLEST_FANOUT = 4;

    /** Chosen: the stores of about one, ten and all operations of a process. */
    private static final int[] FAILURES = {0, 0, 20, 100, 400};

    /** Chosen: the stores of loads of so few keys. */
    private static final int[] STORES_OF_A_LOAD = {60, 90, 160};

    /** Chosen: the stores of the deletes and merges of a process. */
    private static final int STORES_OF_MERGES = 100;

    private static final int HALF = 5;
    private static final int MOST_FLICKERS = 10;

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
                0,
                fill(lots),
                lots.nextInt(10),
                lots.nextInt(6),
                HALF,
                false);
    }

    /** Draws a short run with a load. */
    static PagesPlan drawLoad(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[0],
                SMALLEST_FANOUT + lots.nextInt(3),
                4 + lots.nextInt(12),
                1 + lots.nextInt(2),
                5 + lots.nextInt(20),
                lots.nextInt(3) == 0 ? 0 : STORES_OF_A_LOAD[lots.nextInt(STORES_OF_A_LOAD.length)],
                true,
                true,
                lots.nextBoolean() ? MOST_FLICKERS : 0,
                fill(lots),
                lots.nextInt(10),
                0,
                HALF,
                false);
    }

    /** Draws a short run in which processes empty neighbouring pages, and die while they merge. */
    static PagesPlan drawMerges(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[lots.nextInt(PAGE_BYTES.length)],
                SMALLEST_FANOUT + lots.nextInt(3),
                8 + lots.nextInt(16),
                2 + lots.nextInt(2),
                10 + lots.nextInt(20),
                lots.nextInt(8) == 0 ? 0 : STORES_OF_MERGES,
                lots.nextInt(4) > 0,
                false,
                0,
                1,
                lots.nextInt(5),
                8,
                8,
                true);
    }

    /** Draws a run in which slots of a page or two change their keys while others read ranges. */
    static PagesPlan drawRanges(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[0],
                SMALLEST_FANOUT + lots.nextInt(3),
                3 + lots.nextInt(5),
                3 + lots.nextInt(2),
                60 + lots.nextInt(60),
                0,
                false,
                false,
                MOST_FLICKERS,
                1,
                MOST_FLICKERS,
                0,
                HALF,
                false);
    }

    private static double fill(SplittableRandom lots) {
        return lots.nextBoolean() ? 1 : 0.01 + 0.99 * lots.nextDouble();
    }
}
