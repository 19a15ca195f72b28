package dev.mangrove.check.spatial;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import java.util.SplittableRandom;

/**
 * What one run of {@link NodesCheck} is made of, drawn from its seed.
 *
 * @param options of the tree
 * @param objects ids that threads work on; few, so that most changes meet in a page or two
 * @param threads of the process
 * @param operations of each
 * @param failure access in place, counted over all threads, that throws an Error; 0 if none does.
 *     Where changes break off, only stores are counted
 * @param searches share of searches, of 10
 * @param kind what the run consists of
 */
record NodesPlan(
        SpatialOptions options,
        int objects,
        int threads,
        int operations,
        int failure,
        int searches,
        NodesCheck.Kind kind) {
    private static final int SMALLEST_FANOUT = 4;

    /** Chosen: the accesses of about a tenth of a run and of a whole one. */
    private static final int[] LATEST_FAILURE = {0, 1_000, 20_000};

    /** Chosen: the stores of about twenty changes. */
    private static final int LATEST_ABORT = 400;

    static NodesPlan draw(NodesCheck.Kind kind, SplittableRandom lots) {
        return switch (kind) {
            case NODES -> drawAll(lots);
            case DEATHS -> drawDeaths(lots);
            case ABORTS -> drawAborts(lots);
        };
    }

    private static NodesPlan drawAll(SplittableRandom lots) {
        SpatialDesign[] designs = SpatialDesign.values();
        int latest = LATEST_FAILURE[lots.nextInt(LATEST_FAILURE.length)];
        return new NodesPlan(
                SpatialOptions.of(designs[lots.nextInt(designs.length)])
                        .withFanout(SMALLEST_FANOUT + lots.nextInt(4)),
                4 + lots.nextInt(20),
                2 + lots.nextInt(3),
                30 + lots.nextInt(50),
                latest == 0 ? 0 : 1 + lots.nextInt(latest),
                2 + lots.nextInt(4),
                NodesCheck.Kind.NODES);
    }

    /** Draws a run in which most changes split a page or let one die. */
    private static NodesPlan drawDeaths(SplittableRandom lots) {
        SpatialDesign[] designs = SpatialDesign.values();
        return new NodesPlan(
                SpatialOptions.of(designs[lots.nextInt(designs.length)])
                        .withFanout(SMALLEST_FANOUT),
                6 + lots.nextInt(10),
                1 + lots.nextInt(2),
                80 + lots.nextInt(80),
                0,
                0,
                NodesCheck.Kind.DEATHS);
    }

    /** Draws a run of a few changes, one of which breaks off. */
    private static NodesPlan drawAborts(SplittableRandom lots) {
        SpatialDesign[] designs = SpatialDesign.values();
        return new NodesPlan(
                SpatialOptions.of(designs[lots.nextInt(designs.length)])
                        .withFanout(SMALLEST_FANOUT + lots.nextInt(4)),
                4 + lots.nextInt(20),
                1 + lots.nextInt(3),
                20 + lots.nextInt(20),
                1 + lots.nextInt(LATEST_ABORT),
                2,
                NodesCheck.Kind.ABORTS);
    }
}
