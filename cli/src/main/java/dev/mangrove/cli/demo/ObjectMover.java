package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialViewOptions;

import java.util.SplittableRandom;

/** Inserts its objects at random points of the unit square, and then moves them about. */
final class ObjectMover implements DemoRole {
    static final String NAME = "mover";
    static final int MOVERS = 2;

    /** Objects of one mover; mover m has the ids from m · OBJECTS on. */
    static final int OBJECTS = 5_000;

    /** Chosen: some moves lead to another leaf, most do not. */
    private static final double STRIDE = 0.002;

    /** Chosen: a step takes about a millisecond, so that a stop is noticed at once. */
    private static final int MOVES_PER_STEP = 16;

    private final SpatialIndex index;
    private final SplittableRandom random;
    private final long firstId;
    private final double[] x = new double[OBJECTS];
    private final double[] y = new double[OBJECTS];
    private int inserted;
    private long moves;
    private long refused;

    ObjectMover(Mangrove mangrove, String name, int mover) {
        this.index = mangrove.openSpatial(name, SpatialViewOptions.DEFAULT);
        this.random = new SplittableRandom(mover);
        this.firstId = (long) mover * OBJECTS;
    }

    @Override
    public void step() {
        for (int i = 0; i < MOVES_PER_STEP; i++) {
            if (inserted < OBJECTS) {
                insert(inserted++);
            } else {
                move(random.nextInt(OBJECTS));
            }
        }
    }

    private void insert(int object) {
        x[object] = random.nextDouble();
        y[object] = random.nextDouble();
        refused += index.insert(firstId + object, x[object], y[object]) ? 0 : 1;
    }

    private void move(int object) {
        x[object] = within(x[object] + random.nextDouble(-STRIDE, STRIDE));
        y[object] = within(y[object] + random.nextDouble(-STRIDE, STRIDE));
        double newX = x[object];
        double newY = y[object];
        refused += index.update(firstId + object, newX, newY, newX, newY) ? 0 : 1;
        moves++;
    }

    private static double within(double coordinate) {
        return Math.clamp(coordinate, 0, 1);
    }

    /** Changes that the index must not have lost: inserted, moves, refused, sum of all places. */
    @Override
    public String progress() {
        long sum = 0;
        for (int object = 0; object < inserted; object++) {
            sum += place(firstId + object, x[object], y[object]);
        }
        return inserted + " " + moves + " " + refused + " " + sum;
    }

    /** A number for an object at its place; sums of them tell whether two sets differ. */
    static long place(long id, double x, double y) {
        long bits = Double.doubleToLongBits(x) * 31 + Double.doubleToLongBits(y);
        return (bits ^ id) * DemoEntries.key(1);
    }

    @Override
    public void close() {
        index.close();
    }
}
