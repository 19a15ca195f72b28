package dev.mangrove.check.swarm;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.MemoryFiller;
import dev.mangrove.check.Shape;
import dev.mangrove.check.bytes.BytesOrderedSource;
import dev.mangrove.check.bytes.StringsCheck;
import dev.mangrove.check.fabric.FabricCheck;
import dev.mangrove.check.ordered.ExtentsCheck;
import dev.mangrove.check.ordered.MeganodesCheck;
import dev.mangrove.check.ordered.OrderedCheck;
import dev.mangrove.check.ordered.WritesCheck;
import dev.mangrove.check.page.PagesCheck;
import dev.mangrove.check.shipment.ShipmentsCheck;
import dev.mangrove.check.spatial.SpatialCheck;
import dev.mangrove.check.spatial.WindowCountsCheck;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.sim.Faults;

import java.util.EnumSet;
import java.util.SplittableRandom;

/**
 * What one seed of a swarm checks.
 *
 * @param target the check
 * @param kind what is checked, in the words of the command line
 * @param faults which faults the check may draw
 * @param shape what is not as the check draws it
 */
record SwarmDraw(CheckTarget target, String kind, Faults faults, Shape shape) {
    private static final long SALT = 0x737761726dL;
    private static final int FABRIC_ONE_IN = 8;
    private static final int SPATIAL_ONE_IN = 3;
    private static final long STRINGS_SALT = 0x737472696e6773L;
    private static final int STRINGS_ONE_IN = 3;
    private static final int SHIPMENTS_ONE_IN = 8;

    /** Of a generator of its own, so that other seeds draw what they did without shipments. */
    private static final long SHIPMENTS_SALT = 0x73686970L;

    /**
     * Meganodes, counts in windows, and extents: most errors that these find, no other check finds.
     */
    private static final int SMALL_TREES_ONE_IN = 8;

    private static final long SMALL_TREES_SALT = 0x736d616c6cL;

    /**
     * Pages by verbs on the weakest fabric, and trees without servers. These take a small part of
     * the time of others.
     */
    private static final int PAGES_ONE_IN = 8;

    private static final long PAGES_SALT = 0x7061676573L;

    private static final int SHORT_OF_MEMORY_ONE_IN = 4;
    private static final int MOST_SERVERS = 5;
    private static final int[] PAGE_BYTES = {512, 576, 1024, MemoryFiller.PAGE_BYTES};

    /** Few large pages of few entries on few servers, so that they do not suffice. */
    private static final int MOST_SERVERS_SHORT_OF_MEMORY = 2;

    private static final int FEWEST_FREE_PAGES = 6;

    /** As many entries as fit, what the check draws (twice), or a few more than usual. */
    private static final int[] FANOUTS = {-1, 0, 0, 7, 9, 12};

    /** One seed in so many may have a fault; 0 for no faults at all. */
    private static final int[] FAULT_ONE_IN = {0, 1, 1, 2, 4};

    /** Draws everything from a seed. */
    static SwarmDraw draw(long seed, Faults allowed) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        Faults faults = faults(allowed, lots);
        SplittableRandom small = new SplittableRandom(seed ^ SMALL_TREES_SALT);
        if (small.nextInt(SMALL_TREES_ONE_IN) == 0) {
            CheckTarget target =
                    switch (small.nextInt(3)) {
                        case 0 -> new MeganodesCheck();
                        case 1 -> new WindowCountsCheck();
                        default -> new ExtentsCheck(BytesOrderedSource::ofLongValues);
                    };
            return new SwarmDraw(target, target.name(), faults, Shape.AS_DRAWN);
        }
        SplittableRandom pages = new SplittableRandom(seed ^ PAGES_SALT);
        if (pages.nextInt(PAGES_ONE_IN) == 0) {
            CheckTarget target = ofPages(pages);
            return new SwarmDraw(target, target.name(), faults, Shape.AS_DRAWN);
        }
        InPlaceMode[] modes = InPlaceMode.values();
        InPlaceMode mode = modes[lots.nextInt(modes.length)];
        if (lots.nextInt(FABRIC_ONE_IN) == 0) {
            return new SwarmDraw(new FabricCheck(), "fabric", faults, Shape.AS_DRAWN);
        }
        if (lots.nextInt(SPATIAL_ONE_IN) == 0) {
            SpatialDesign[] trees = SpatialDesign.values();
            SpatialDesign tree = trees[lots.nextInt(trees.length)];
            Shape shape = shape(4 + lots.nextInt(27), lots);
            CheckTarget target = new SpatialCheck(tree, false, mode, shape);
            return new SwarmDraw(target, "spatial " + tree.text(), faults, shape);
        }
        if (new SplittableRandom(seed ^ SHIPMENTS_SALT).nextInt(SHIPMENTS_ONE_IN) == 0) {
            CheckTarget shipments = new ShipmentsCheck(mode);
            return new SwarmDraw(shipments, ShipmentsCheck.NAME, faults, Shape.AS_DRAWN);
        }
        Design[] designs = Design.values();
        Design design = designs[lots.nextInt(designs.length)];
        Shape shape = shape(FANOUTS[lots.nextInt(FANOUTS.length)], lots);
        if (hasStrings(design, seed, lots)) {
            CheckTarget strings =
                    new OrderedCheck(design, false, mode, new BytesOrderedSource(design));
            String kind = BytesOrderedSource.NAME + " " + design.text();
            return new SwarmDraw(strings, kind, faults, Shape.AS_DRAWN);
        }
        CheckTarget target = new OrderedCheck(design, mode, shape);
        return new SwarmDraw(target, "ordered " + design.text(), faults, shape);
    }

    private static CheckTarget ofPages(SplittableRandom lots) {
        return switch (lots.nextInt(3)) {
            case 0 -> new WritesCheck();
            case 1 -> {
                PagesCheck.Kind[] kinds = PagesCheck.Kind.values();
                PagesCheck.Kind kind = kinds[lots.nextInt(kinds.length)];
                boolean late = lots.nextBoolean();
                yield new PagesCheck(kind, late ? InPlaceMode.BUFFERED : InPlaceMode.BY_LOT);
            }
            default -> new StringsCheck();
        };
    }

    private static boolean hasStrings(Design design, long seed, SplittableRandom lots) {
        return switch (design) {
            case COARSE -> lots.nextBoolean();
            case FINE, SHERMAN, CELL ->
                    new SplittableRandom(seed ^ STRINGS_SALT).nextInt(STRINGS_ONE_IN) == 0;
            case HYBRID -> false;
        };
    }

    private static Shape shape(int fanout, SplittableRandom lots) {
        Shape plenty =
                new Shape(
                        PAGE_BYTES[lots.nextInt(PAGE_BYTES.length)],
                        fanout,
                        1 + lots.nextInt(MOST_SERVERS),
                        0);
        Shape little =
                new Shape(
                        MemoryFiller.PAGE_BYTES,
                        0,
                        1 + lots.nextInt(MOST_SERVERS_SHORT_OF_MEMORY),
                        FEWEST_FREE_PAGES
                                + lots.nextInt(MemoryFiller.PAGES_OF_A_SLICE - FEWEST_FREE_PAGES));
        return lots.nextInt(SHORT_OF_MEMORY_ONE_IN) == 0 ? little : plenty;
    }

    private static Faults faults(Faults allowed, SplittableRandom lots) {
        EnumSet<Faults.Kind> kinds = EnumSet.noneOf(Faults.Kind.class);
        int oneIn = FAULT_ONE_IN[lots.nextInt(FAULT_ONE_IN.length)];
        for (Faults.Kind kind : Faults.Kind.values()) {
            if (kind == Faults.Kind.LONG_PAUSES) {
                continue; // Checks draw them.
            }
            int lot = lots.nextInt(Math.max(1, oneIn));
            if (oneIn > 0 && lot == 0 && allowed.has(kind)) {
                kinds.add(kind);
            }
        }
        if (oneIn > 0 && allowed.has(Faults.Kind.LONG_PAUSES)) {
            kinds.add(Faults.Kind.LONG_PAUSES);
        }
        return new Faults(kinds);
    }

    /** One line for people. */
    String describe() {
        return target.name() + " " + target.options() + ", faults " + faults + ", " + shape;
    }
}
