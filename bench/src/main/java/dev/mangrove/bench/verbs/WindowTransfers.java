package dev.mangrove.bench.verbs;

import dev.mangrove.Mangrove;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialStatistics;
import dev.mangrove.index.spatial.SpatialViewOptions;

import java.util.SplittableRandom;

/**
 * Windows of many leaves that return objects, by a client that reads the pages of a spatial index
 * by verbs: many pages at once, and one page in each round trip.
 */
final class WindowTransfers implements AutoCloseable {
    private static final long SEED = 20_260_103;
    private static final int OBJECTS = 50_000;
    private static final double FILL = 0.7;
    private static final String NAME = "windows";

    /** Chosen: a quarter of the area, some hundred leaves. */
    private static final double FROM = 0.25;

    private static final double TO = 0.75;

    private final SpatialIndex many;
    private final SpatialIndex singly;
    private final long found;

    /** Loads an index at a server of the pool. */
    WindowTransfers(Mangrove mangrove) {
        try (SpatialIndex index = mangrove.createSpatial(NAME)) {
            long _ = index.bulkLoad(new Points(), Packing.HILBERT, FILL);
        }
        SpatialViewOptions byVerbs =
                SpatialViewOptions.DEFAULT.withInPlace(false).withOffloading(0);
        many = mangrove.openSpatial(NAME, byVerbs);
        singly = mangrove.openSpatial(NAME, byVerbs.withPagesAtOnce(1));
        found = many.count(FROM, FROM, TO, TO);
    }

    void search() {
        search(many);
    }

    /** The same, page by page. */
    void searchSingly() {
        search(singly);
    }

    private void search(SpatialIndex view) {
        long objects = 0;
        try (SpatialCursor cursor =
                view.search(FROM, FROM, TO, TO, Relation.INTERSECTS, Long.MAX_VALUE)) {
            while (cursor.next()) {
                objects++;
            }
        }
        if (objects != found) {
            throw new IllegalStateException(
                    "wrong number of objects: objects=" + objects + ", expected=" + found);
        }
    }

    /** Round trips of a window, page by page and many pages at once. */
    Ratio roundTrips() {
        return new Ratio(costs(singly).roundTrips(), costs(many).roundTrips(), "round trips");
    }

    /** Bytes of a window, many pages at once and page by page. */
    Ratio bytes() {
        return new Ratio(costs(many).bytesRead(), costs(singly).bytesRead(), "bytes");
    }

    /** What one window costs, without what the statistics cost themselves. */
    private Costs costs(SpatialIndex view) {
        SpatialStatistics first = view.statistics();
        SpatialStatistics before = view.statistics();
        search(view);
        SpatialStatistics after = view.statistics();
        return new Costs(
                after.roundTrips() - 2 * before.roundTrips() + first.roundTrips(),
                after.bytesRead() - 2 * before.bytesRead() + first.bytesRead());
    }

    private record Costs(long roundTrips, long bytesRead) {}

    @Override
    public void close() {
        many.close();
        singly.close();
    }

    /** Points in the unit square. */
    private static final class Points implements SpatialEntries {
        private final SplittableRandom random = new SplittableRandom(SEED);
        private int id = -1;
        private double x;
        private double y;

        @Override
        public boolean next() {
            x = random.nextDouble();
            y = random.nextDouble();
            return ++id < OBJECTS;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public double minX() {
            return x;
        }

        @Override
        public double minY() {
            return y;
        }

        @Override
        public double maxX() {
            return x;
        }

        @Override
        public double maxY() {
            return y;
        }
    }
}
