package dev.mangrove.check.ordered;

import dev.mangrove.AccessMode;
import dev.mangrove.check.Shape;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.ordered.ViewOptions;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * What one run is made of, drawn from its seed.
 *
 * @param options of the index; its pages are tiny, so that splits and merges are constant
 * @param keys what clients work on
 * @param mix how often they do what
 * @param servers memory servers
 * @param workers threads of each
 * @param waiting how servers and clients wait
 * @param hosts hosts of clients
 * @param threads most client threads of a host
 * @param operations of each client thread
 * @param loads whether the index is loaded in bulk beforehand
 * @param fill of the pages that are loaded
 * @param churns whether the same keys come and go many times in the end
 * @param access of the clients' views
 * @param freePages pages that each server has left for the index; 0 if there is plenty
 * @param neighbour whether another client fills and drops indexes of its own meanwhile
 * @param dies whether a client dies while it deletes keys in the end, if clients may die
 * @param ascends whether clients put keys in ascending order as well, past all others: so many that
 *     the last meganode gets full
 * @param meganodes what else happens to meganodes
 */
record OrderedPlan(
        OrderedOptions options,
        KeySpace keys,
        OrderedMix mix,
        int servers,
        int workers,
        Waiting waiting,
        int hosts,
        int threads,
        int operations,
        boolean loads,
        double fill,
        boolean churns,
        AccessMode access,
        int freePages,
        boolean neighbour,
        boolean dies,
        boolean ascends,
        MeganodePlan meganodes) {
    private static final int PAGE_BYTES = 512;
    private static final int SMALLEST_FANOUT = 4;
    private static final double SMALLEST_WEIGHT = 0.1;
    private static final int CHURN_ONE_IN = 5;
    private static final int NEIGHBOUR_ONE_IN = 6;
    private static final int MOST_THREADS = 2;
    private static final int MOST_THREADS_IN_LINE = 4;
    private static final int ASCENT_ONE_IN = 3;

    /** Chosen: so many that most runs have several splits of a meganode beside moves. */
    private static final int MEGANODE_OPERATIONS = 100;

    /**
     * Draws a run for a design.
     *
     * @param asPublished whether the index has the techniques of the paper; else sherman may lack
     *     some of its own
     * @param shape what is not as drawn
     */
    static OrderedPlan draw(
            Design design, boolean asPublished, Shape shape, SplittableRandom lots) {
        boolean ascends = design == Design.CELL && !asPublished && lots.nextInt(ASCENT_ONE_IN) == 0;
        OrderedMix mix = ascends ? OrderedMix.ASCENDING : OrderedMix.draw(lots);
        KeySpace keys = ascends ? KeySpace.most(lots) : KeySpace.draw(mix.steady(), lots);
        int servers = shape.servers(1 + lots.nextInt(3));
        return new OrderedPlan(
                options(design, asPublished, keys, servers, shape, lots),
                keys,
                mix,
                servers,
                1 + lots.nextInt(2),
                lots.nextBoolean() ? Waiting.SPIN_THEN_BLOCK : Waiting.BLOCK,
                2 + lots.nextInt(3),
                design == Design.SHERMAN ? MOST_THREADS_IN_LINE : MOST_THREADS,
                20 + lots.nextInt(40),
                mix.steady() || (lots.nextBoolean() && !ascends),
                0.5 + lots.nextDouble() / 2,
                lots.nextInt(CHURN_ONE_IN) == 0 && !shape.isShortOfMemory(),
                access(design, asPublished, lots),
                shape.freePages(),
                lots.nextInt(NEIGHBOUR_ONE_IN) == 0 && !shape.isShortOfMemory(),
                lots.nextBoolean(),
                ascends,
                design == Design.CELL && !asPublished
                        ? MeganodePlan.draw(servers, shape.isShortOfMemory(), lots)
                        : MeganodePlan.NONE);
    }

    /** Draws a run by verbs in which clients fill, empty and read the slots of a page or two. */
    static OrderedPlan drawWrites(SplittableRandom lots) {
        boolean splits = lots.nextBoolean();
        KeySpace keys = new KeySpace((splits ? 12 : 4) + lots.nextInt(6), 0, 1, false);
        Design design = lots.nextBoolean() ? Design.FINE : Design.SHERMAN;
        return new OrderedPlan(
                options(design, false, keys, 1, Shape.AS_DRAWN, lots),
                keys,
                splits ? OrderedMix.SPLITTING : OrderedMix.MEETING,
                1,
                1,
                Waiting.SPIN_THEN_BLOCK,
                3 + lots.nextInt(2),
                MOST_THREADS,
                60 + lots.nextInt(60),
                false,
                1,
                false,
                ViewOptions.DEFAULT.access(),
                0,
                false,
                false,
                false,
                MeganodePlan.NONE);
    }

    /**
     * Draws a run in which clients replace and read the values of hardly any keys.
     *
     * @param given design; null to draw one in which clients change pages
     */
    static OrderedPlan drawExtents(SplittableRandom lots, @Nullable Design given) {
        KeySpace keys = new KeySpace(1 + lots.nextInt(4), 0, 1, false);
        Design drawn = lots.nextBoolean() ? Design.FINE : Design.SHERMAN;
        Design design = given == null ? drawn : given;
        return new OrderedPlan(
                options(design, false, keys, 1, Shape.AS_DRAWN, lots),
                keys,
                design == Design.CELL ? OrderedMix.EXPIRING : OrderedMix.REPLACING,
                1,
                1,
                Waiting.SPIN_THEN_BLOCK,
                2 + lots.nextInt(3),
                MOST_THREADS,
                40 + lots.nextInt(40),
                false,
                1,
                false,
                ViewOptions.DEFAULT.access(),
                0,
                false,
                false,
                false,
                MeganodePlan.NONE);
    }

    /**
     * Draws a run in which threads of two servers split, merge and move the pages of a few small
     * meganodes all the time, and other clients post separators late.
     */
    static OrderedPlan drawMeganodes(SplittableRandom lots) {
        KeySpace keys = new KeySpace(20 + lots.nextInt(30), 0, 1, false);
        return new OrderedPlan(
                options(Design.CELL, false, keys, 2, Shape.AS_DRAWN, lots)
                        .withMeganodeLevel(1 + lots.nextInt(2)),
                keys,
                OrderedMix.SWEEPING,
                2,
                2 + lots.nextInt(2),
                lots.nextBoolean() ? Waiting.SPIN_THEN_BLOCK : Waiting.BLOCK,
                3 + lots.nextInt(3),
                1,
                MEGANODE_OPERATIONS + lots.nextInt(MEGANODE_OPERATIONS),
                true,
                0.5 + lots.nextDouble() / 2,
                false,
                access(Design.CELL, false, lots),
                0,
                false,
                false,
                false,
                MeganodePlan.drawMoves(lots));
    }

    /**
     * Mostly the modes by which clients read pages that the server's processor changes; only these
     * reads differ in a published protocol.
     */
    private static AccessMode access(Design design, boolean asPublished, SplittableRandom lots) {
        if (!design.isChangedByServers()) {
            return ViewOptions.DEFAULT.access();
        }
        if (asPublished) {
            return AccessMode.CLIENT;
        }
        AccessMode[] modes = AccessMode.values();
        return switch (lots.nextInt(3)) {
            case 0 -> AccessMode.CLIENT;
            case 1 -> AccessMode.RATIO;
            default -> modes[lots.nextInt(modes.length)];
        };
    }

    private static OrderedOptions options(
            Design design,
            boolean asPublished,
            KeySpace keys,
            int servers,
            Shape shape,
            SplittableRandom lots) {
        OrderedOptions options =
                OrderedOptions.of(design)
                        .withPageSize(shape.pageBytes(PAGE_BYTES))
                        .withFanout(shape.fanout(SMALLEST_FANOUT + lots.nextInt(3)))
                        .withHeadInterval(lots.nextInt(4) == 0 ? 0 : 2 + lots.nextInt(3));
        return switch (design) {
            // The fewest entries, so that a server gets several meganodes of these few keys.
            case CELL -> options.withFanout(shape.fanout(SMALLEST_FANOUT));
            case FINE -> asPublished ? options.withTechniques(Set.of()) : options;
            case SHERMAN -> asPublished ? options : options.withTechniques(techniques(lots));
            case COARSE, HYBRID -> options.withPartitioning(partitioning(keys, servers, lots));
        };
    }

    /** All, or each by chance. */
    private static Set<Technique> techniques(SplittableRandom lots) {
        Set<Technique> techniques = EnumSet.allOf(Technique.class);
        if (lots.nextBoolean()) {
            techniques.removeIf(technique -> lots.nextBoolean());
        }
        return techniques;
    }

    private static @Nullable Partitioning partitioning(
            KeySpace keys, int servers, SplittableRandom lots) {
        double[] weights = new double[servers];
        for (int i = 0; i < servers; i++) {
            weights[i] = SMALLEST_WEIGHT + lots.nextDouble();
        }
        return switch (lots.nextInt(4)) {
            case 0 -> null;
            case 1 -> Partitioning.byHash(weights);
            default -> Partitioning.byKey(keys.first(), keys.last(), weights);
        };
    }
}
