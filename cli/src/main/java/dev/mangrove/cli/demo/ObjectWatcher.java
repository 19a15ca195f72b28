package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialViewOptions;

import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Searches windows and nearest objects while others move them. A window must return each object at
 * most once and nothing outside.
 */
final class ObjectWatcher implements DemoRole {
    static final String NAME = "watcher";

    /** Chosen: a window of about ten of the 10,000 objects. */
    private static final double EDGE = 0.03;

    /** Chosen: as many as such a window has. */
    private static final int NEAREST = 10;

    private final SpatialIndex index;
    private final SplittableRandom random = new SplittableRandom(2);
    private final BitSet found = new BitSet();
    private long searches;
    private long objects;
    private long wrong;

    ObjectWatcher(Mangrove mangrove, String name) {
        this.index = mangrove.openSpatial(name, SpatialViewOptions.DEFAULT);
    }

    @Override
    public void step() {
        double x = random.nextDouble();
        double y = random.nextDouble();
        searchWindow(x, y, x + EDGE, y + EDGE);
        searchNearest(x, y);
    }

    private void searchWindow(double minX, double minY, double maxX, double maxY) {
        found.clear();
        try (SpatialCursor cursor = index.search(minX, minY, maxX, maxY)) {
            while (cursor.next()) {
                boolean inside =
                        cursor.minX() >= minX
                                && cursor.maxX() <= maxX
                                && cursor.minY() >= minY
                                && cursor.maxY() <= maxY;
                check(inside && isNew(cursor.id()));
            }
        }
        searches++;
    }

    private void searchNearest(double x, double y) {
        found.clear();
        try (SpatialCursor cursor = index.nearest(x, y, NEAREST)) {
            while (cursor.next()) {
                check(isNew(cursor.id()));
            }
        }
        searches++;
    }

    private boolean isNew(long id) {
        if (id < 0 || id >= (long) ObjectMover.MOVERS * ObjectMover.OBJECTS) {
            return false;
        }
        boolean isNew = !found.get((int) id);
        found.set((int) id);
        return isNew;
    }

    private void check(boolean right) {
        objects++;
        wrong += right ? 0 : 1;
    }

    /** Searches, objects that they returned, and those that were wrong. */
    @Override
    public String progress() {
        return searches + " " + objects + " " + wrong;
    }

    @Override
    public void close() {
        index.close();
    }
}
