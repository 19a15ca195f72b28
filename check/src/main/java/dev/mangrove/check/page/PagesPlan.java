package dev.mangrove.check.page;

import dev.mangrove.index.page.Page;

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
 * @param loads how often a further process loads the tree; while the only load of a run lasts,
 *     others hardly add entries, and most of several loads are refused
 * @param flickers share of puts of a key that is deleted at once, or before where several keys are
 *     read, of 20: slots change their keys again and again. Where the tree is loaded, only while
 *     that lasts
 * @param fill of the pages that are loaded
 * @param ranges share of such reads, of 20
 * @param sweeps share of runs of neighbouring keys that are all put or all deleted, of 20
 * @param deletes share of deletes among those runs, of 10
 * @param filled whether all keys are there at the beginning
 * @param handle whether the processes are threads of one process that share a handle; cursors keep
 *     most of its views, so that threads wait for one
 * @param steady whether even keys stay, and a thread reads single pages meanwhile: a card that
 *     copies them, or outlines if processes count
 * @param reads what processes read besides single keys
 * @param strings whether the keys are byte strings
 */
record PagesPlan(
        int pageSize,
        int fanout,
        int keys,
        int processes,
        int operations,
        int failures,
        boolean dies,
        int loads,
        int flickers,
        double fill,
        int ranges,
        int sweeps,
        int deletes,
        boolean filled,
        boolean handle,
        boolean steady,
        Reads reads,
        boolean strings) {
    /** What a process reads besides single keys. */
    enum Reads {
        /** The entries of a range. */
        ENTRIES,
        /** How many keys a range has, and none of them. */
        COUNTS,
        /** Several keys at once. */
        KEYS
    }

    private static final int[] PAGE_BYTES = {192, 192, 256, 512};
    private static final int SMALLEST_FANOUT = 4;

    /** Header and bounds of a page of byte strings. */
    private static final int LINES_WITHOUT_STRINGS = 4;

    /** Chosen: an entry takes seven stores instead of three, a new bound nine. */
    private static final int STORES_OF_STRINGS = 3;

    /** Chosen: the stores of about one, ten and all operations of a process. */
    private static final int[] FAILURES = {0, 0, 20, 100, 400};

    /** Chosen: the stores of loads of so few keys. */
    private static final int[] STORES_OF_A_LOAD = {60, 90, 160};

    /** Chosen: the stores of the deletes and merges of a process. */
    private static final int STORES_OF_MERGES = 100;

    /** Chosen: so that loads go on for about as long as the other processes work. */
    private static final int LOADS_OF_REUSE = 40;

    private static final int HALF = 5;
    private static final int MOST_FLICKERS = 10;
    private static final int MOST_COUNTS = 10;

    /** The same with byte strings, in the smallest pages that have room for the fan-out. */
    PagesPlan ofStrings() {
        return new PagesPlan(
                (LINES_WITHOUT_STRINGS + fanout) * Page.LINE,
                fanout,
                keys,
                processes,
                operations,
                failures * STORES_OF_STRINGS,
                dies,
                0,
                flickers,
                fill,
                ranges,
                sweeps,
                deletes,
                filled,
                false,
                steady,
                reads,
                true);
    }

    /** Whether processes also visit leaves as keepers do: where they mostly delete. */
    boolean keeps() {
        return deletes > HALF && loads == 0;
    }

    static PagesPlan draw(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[lots.nextInt(PAGE_BYTES.length)],
                SMALLEST_FANOUT + lots.nextInt(3),
                4 + lots.nextInt(20),
                2 + lots.nextInt(3),
                30 + lots.nextInt(60),
                FAILURES[lots.nextInt(FAILURES.length)],
                lots.nextInt(3) > 0,
                lots.nextInt(4) == 0 ? 1 : 0,
                0,
                fill(lots),
                lots.nextInt(10),
                lots.nextInt(6),
                HALF,
                false,
                false,
                false,
                Reads.ENTRIES,
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
                1,
                lots.nextBoolean() ? MOST_FLICKERS : 0,
                fill(lots),
                lots.nextInt(10),
                0,
                HALF,
                false,
                false,
                false,
                Reads.ENTRIES,
                false);
    }

    /** Draws a short run in which processes empty neighbouring pages, and die while they merge. */
    static PagesPlan drawMerges(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[lots.nextInt(PAGE_BYTES.length)],
                SMALLEST_FANOUT + lots.nextInt(3),
                8 + lots.nextInt(16),
                2 + lots.nextInt(3),
                10 + lots.nextInt(20),
                lots.nextInt(8) == 0 ? 0 : STORES_OF_MERGES,
                lots.nextInt(4) > 0,
                0,
                0,
                1,
                lots.nextInt(5),
                8,
                8,
                true,
                false,
                false,
                Reads.ENTRIES,
                false);
    }

    /**
     * Draws a run in which pages are freed and used again all the time: pages merge and split while
     * another process writes loads that the tree refuses.
     */
    static PagesPlan drawReuse(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[0],
                SMALLEST_FANOUT,
                8 + lots.nextInt(16),
                2 + lots.nextInt(3),
                40 + lots.nextInt(40),
                lots.nextBoolean() ? 0 : STORES_OF_MERGES,
                true,
                LOADS_OF_REUSE,
                0,
                fill(lots),
                lots.nextInt(5),
                8,
                6,
                true,
                false,
                false,
                Reads.ENTRIES,
                false);
    }

    /** Draws a run in which a card copies pages that split and merge; even keys stay. */
    static PagesPlan drawCopies(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[lots.nextInt(PAGE_BYTES.length)],
                SMALLEST_FANOUT + lots.nextInt(3),
                2 * (4 + lots.nextInt(8)),
                2 + lots.nextInt(3),
                40 + lots.nextInt(40),
                0,
                false,
                0,
                0,
                1,
                0,
                8,
                HALF,
                true,
                false,
                true,
                Reads.ENTRIES,
                false);
    }

    /** Draws a run in which processes count keys while pages split and merge; even keys stay. */
    static PagesPlan drawCounts(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[lots.nextInt(PAGE_BYTES.length)],
                SMALLEST_FANOUT + lots.nextInt(3),
                2 * (4 + lots.nextInt(8)),
                3 + lots.nextInt(2),
                60 + lots.nextInt(60),
                0,
                false,
                0,
                0,
                1,
                MOST_COUNTS,
                8,
                HALF,
                true,
                false,
                true,
                Reads.COUNTS,
                false);
    }

    /**
     * Draws a run in which threads share a handle with too few views. Half of the runs are short: a
     * thread that no other has woken is woken by the next operation, if there is one.
     */
    static PagesPlan drawHandles(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[lots.nextInt(PAGE_BYTES.length)],
                SMALLEST_FANOUT + lots.nextInt(3),
                4 + lots.nextInt(8),
                3 + lots.nextInt(4),
                3 + lots.nextInt(lots.nextBoolean() ? 10 : 60),
                0,
                false,
                0,
                0,
                1,
                lots.nextInt(5),
                lots.nextInt(6),
                HALF,
                false,
                true,
                false,
                Reads.ENTRIES,
                false);
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
                0,
                MOST_FLICKERS,
                1,
                MOST_FLICKERS,
                0,
                HALF,
                false,
                false,
                false,
                Reads.ENTRIES,
                false);
    }

    /**
     * Draws a run in which processes get several keys at once, while slots of a page or two change
     * their keys, or pages split and merge and processes die meanwhile.
     */
    static PagesPlan drawGets(SplittableRandom lots) {
        return new PagesPlan(
                PAGE_BYTES[2], // Of smaller pages, lookups read all lines.
                SMALLEST_FANOUT + lots.nextInt(3),
                6 + lots.nextInt(4),
                4 + lots.nextInt(3),
                60 + lots.nextInt(60),
                lots.nextBoolean() ? 0 : STORES_OF_MERGES,
                true,
                0,
                lots.nextBoolean() ? MOST_FLICKERS : 0,
                1,
                MOST_FLICKERS,
                lots.nextInt(8),
                HALF,
                true,
                false,
                false,
                Reads.KEYS,
                false);
    }

    private static double fill(SplittableRandom lots) {
        return lots.nextBoolean() ? 1 : 0.01 + 0.99 * lots.nextDouble();
    }
}
