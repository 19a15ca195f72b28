package dev.mangrove.check.spatial;

import dev.mangrove.AccessMode;
import dev.mangrove.check.Shape;
import dev.mangrove.check.history.Rectangle;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What one run is made of, drawn from its seed.
 *
 * @param options of the index; its pages are tiny, so that splits are constant
 * @param asPublished whether searches follow the published protocol with its fault
 * @param objects ids that clients work on
 * @param servers memory servers
 * @param workers threads of each
 * @param waiting how servers and clients wait
 * @param hosts hosts of clients
 * @param operations of each client
 * @param loaded objects that are there from the beginning
 * @param bulk whether they are loaded in bulk
 * @param packing how they are loaded
 * @param fill of the pages that are loaded
 * @param removing share of deletes, of 10
 * @param isShort whether the server has too little memory for all objects
 * @param payloads whether objects have payloads
 * @param counters clients that count objects in windows all the time
 */
record SpatialPlan(
        SpatialOptions options,
        boolean asPublished,
        int objects,
        int servers,
        int workers,
        Waiting waiting,
        int hosts,
        int operations,
        int loaded,
        boolean bulk,
        Packing packing,
        double fill,
        int removing,
        boolean isShort,
        boolean payloads,
        int counters) {
    private static final int SMALLEST_FANOUT = 4;

    /** Chosen: other runs spend all their operations on the tree. */
    private static final int PAYLOADS_ONE_IN = 3;

    /**
     * The lot of runs with payloads. Chosen by trial among 0, 1 and 2: some mutants of counts are
     * caught by a single seed of hundreds, which stays as it was with this one.
     */
    private static final int PAYLOADS_LOT = 2;

    /** Objects beyond the usual ones; a slice has room for about as many in the smallest pages. */
    private static final int MORE_THAN_FIT = 300;

    private static final double GRID = 64;

    /** Draws a run for a tree. */
    static SpatialPlan draw(
            SpatialDesign design, boolean asPublished, Shape shape, SplittableRandom lots) {
        int objects = 40 + lots.nextInt(120) + (shape.isShortOfMemory() ? MORE_THAN_FIT : 0);
        return new SpatialPlan(
                SpatialOptions.of(design)
                        .withFanout(shape.fanout(SMALLEST_FANOUT + lots.nextInt(4))),
                asPublished,
                objects,
                shape.servers(1 + lots.nextInt(2)),
                1 + lots.nextInt(3),
                lots.nextBoolean() ? Waiting.SPIN_THEN_BLOCK : Waiting.BLOCK,
                3 + lots.nextInt(3),
                30 + lots.nextInt(50),
                lots.nextInt(objects),
                lots.nextBoolean(),
                lots.nextBoolean() ? Packing.STR : Packing.HILBERT,
                0.5 + lots.nextDouble() / 2,
                1 + lots.nextInt(4),
                shape.isShortOfMemory(),
                lots.nextInt(PAYLOADS_ONE_IN) == PAYLOADS_LOT && !asPublished,
                0);
    }

    /** Draws a run of changes beside counts, in a tree of some dozen leaves. */
    static SpatialPlan drawCounts(SplittableRandom lots) {
        SpatialDesign[] designs = SpatialDesign.values();
        int objects = 60 + lots.nextInt(60);
        return new SpatialPlan(
                SpatialOptions.of(designs[lots.nextInt(designs.length)])
                        .withFanout(SMALLEST_FANOUT + lots.nextInt(2)),
                false,
                objects,
                1,
                2,
                Waiting.SPIN_THEN_BLOCK,
                2 + lots.nextInt(3),
                30 + lots.nextInt(30),
                objects / 2,
                lots.nextBoolean(),
                lots.nextBoolean() ? Packing.STR : Packing.HILBERT,
                0.5 + lots.nextDouble() / 2,
                1 + lots.nextInt(4),
                false,
                false,
                1 + lots.nextInt(2));
    }

    /** How a client's view works. */
    SpatialViewOptions view(RandomGenerator random) {
        SpatialViewOptions view = SpatialViewOptions.DEFAULT;
        AccessMode[] modes = AccessMode.values();
        view =
                view.withOffloading(random.nextInt(4))
                        .withRatio(random.nextDouble())
                        .withAccess(
                                random.nextInt(3) == 0
                                        ? AccessMode.CLIENT
                                        : modes[random.nextInt(modes.length)]);
        return switch (random.nextInt(3)) {
            case 0 -> view.withPagesAtOnce(1);
            case 1 -> view.withPagesAtOnce(3);
            default -> view;
        };
    }

    /** A rectangle with borders on a grid, so that some touch. */
    static Rectangle rectangle(RandomGenerator random, int longest) {
        double x = random.nextInt((int) GRID) / GRID;
        double y = random.nextInt((int) GRID) / GRID;
        return new Rectangle(
                x, y, x + random.nextInt(longest) / GRID, y + random.nextInt(longest) / GRID);
    }

    /** A window on the same grid, with edges of some length. */
    static Rectangle window(RandomGenerator random, int shortest, int longest) {
        int width = random.nextInt(shortest, longest);
        int height = random.nextInt(shortest, longest);
        double x = random.nextInt((int) GRID - width) / GRID;
        double y = random.nextInt((int) GRID - height) / GRID;
        return new Rectangle(x, y, x + width / GRID, y + height / GRID);
    }
}
