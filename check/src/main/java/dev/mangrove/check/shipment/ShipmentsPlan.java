package dev.mangrove.check.shipment;

import dev.mangrove.check.ordered.KeySpace;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;

import org.jspecify.annotations.Nullable;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What one run of {@link ShipmentsCheck} is made of, drawn from its seed.
 *
 * @param source options of the index that is copied
 * @param keys of the source; those of even rank stay as they were loaded
 * @param servers memory servers
 * @param workers threads of each
 * @param waiting how servers and clients wait
 * @param joins whether another server joins once the source is there
 * @param shippers clients that ask for shipments
 * @param shipments of each of them, one after the other
 * @param together whether all of them ask for the same shipment first
 * @param changers clients that change keys of odd rank meanwhile
 * @param readers clients that only read the source meanwhile
 * @param deaths clients that die in the middle of a shipment, if clients may die
 * @param freeSlices decides how many slices servers have left for all targets; 0 if there is plenty
 * @param serverDies whether a server dies while it serves shipments, if servers may die
 */
record ShipmentsPlan(
        OrderedOptions source,
        KeySpace keys,
        int servers,
        int workers,
        Waiting waiting,
        boolean joins,
        int shippers,
        int shipments,
        boolean together,
        int changers,
        int readers,
        int deaths,
        int freeSlices,
        boolean serverDies) {
    /** Most shipments of a server at a time; so many clients that die use them all up. */
    static final int MOST_AT_A_TIME = 4;

    private static final int PAGE_BYTES = 512;
    private static final int SMALLEST_FANOUT = 4;
    private static final int FEWEST_KEYS = 20;
    private static final int FEW_KEYS = 60;

    /** Chosen: a shipment looks after every 256 entries whether it was given up. */
    private static final int SOME_KEYS = 280;

    private static final int MANY_KEYS = 700;

    /** Chosen: targets of few large pages fit, and those of many small ones do not. */
    private static final int MOST_FREE_SLICES = 8;

    private static final int SLICES_APART = 3;
    private static final double SMALLEST_WEIGHT = 0.1;

    /** Draws a run. */
    static ShipmentsPlan draw(SplittableRandom lots) {
        boolean many = lots.nextInt(3) != 0;
        int size =
                many
                        ? SOME_KEYS + lots.nextInt(MANY_KEYS - SOME_KEYS)
                        : FEWEST_KEYS + lots.nextInt(FEW_KEYS - FEWEST_KEYS);
        KeySpace keys = new KeySpace(size, lots.nextInt(size) - size, 1 + lots.nextInt(3), false);
        int servers = 1 + lots.nextInt(3);
        boolean isShort = lots.nextInt(4) == 0;
        return new ShipmentsPlan(
                options(keys, servers, lots),
                keys,
                servers,
                1 + lots.nextInt(2),
                lots.nextBoolean() ? Waiting.SPIN_THEN_BLOCK : Waiting.BLOCK,
                !isShort && lots.nextInt(4) == 0,
                1 + lots.nextInt(4),
                lots.nextInt(3) == 0 ? MOST_AT_A_TIME + 2 : 1 + lots.nextInt(3),
                lots.nextInt(3) == 0,
                lots.nextInt(3),
                lots.nextInt(2),
                switch (lots.nextInt(4)) {
                    case 0 -> MOST_AT_A_TIME + 1;
                    case 1 -> 1;
                    default -> 0;
                },
                isShort ? 1 + lots.nextInt(MOST_FREE_SLICES) : 0,
                lots.nextInt(3) != 0);
    }

    /** Draws the options of an index over the keys. */
    static OrderedOptions options(KeySpace keys, int servers, RandomGenerator lots) {
        Design[] designs = Design.values();
        Design design = designs[lots.nextInt(designs.length)];
        boolean isSmall = lots.nextInt(3) == 0;
        OrderedOptions options =
                OrderedOptions.of(design)
                        .withPageSize(PAGE_BYTES)
                        .withFanout(isSmall ? SMALLEST_FANOUT + lots.nextInt(3) : 0)
                        .withHeadInterval(lots.nextInt(4) == 0 ? 0 : 2 + lots.nextInt(3));
        boolean isShared = design == Design.COARSE || design == Design.HYBRID;
        return isShared ? options.withPartitioning(partitioning(keys, servers, lots)) : options;
    }

    private static @Nullable Partitioning partitioning(
            KeySpace keys, int servers, RandomGenerator lots) {
        double[] weights = new double[servers];
        for (int i = 0; i < servers; i++) {
            weights[i] = SMALLEST_WEIGHT + lots.nextDouble();
        }
        return lots.nextBoolean()
                ? Partitioning.byHash(weights)
                : Partitioning.byKey(keys.first(), keys.last(), weights);
    }

    /** Slices that a server has left; some have more than others, and are full later. */
    int freeSlicesOf(int server) {
        return 1 + (freeSlices + SLICES_APART * server) % MOST_FREE_SLICES;
    }

    /** Whether servers have little memory. */
    boolean isShort() {
        return freeSlices > 0;
    }
}
