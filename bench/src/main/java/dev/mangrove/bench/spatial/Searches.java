package dev.mangrove.bench.spatial;

import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;

import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.hprtree.HPRtree;

import java.util.SplittableRandom;

/** Searches the same random windows, by one thread, in any index. */
final class Searches {
    /** Chosen: the clock is read once in so many searches. */
    private static final int BETWEEN_LOOKS = 64;

    private static final double NANOS = 1e9;

    private final double scale;
    private long found;

    Searches(double scale) {
        this.scale = scale;
    }

    /** Number of objects found; keeps the compiler from removing the searches. */
    long found() {
        return found;
    }

    /** Searches a spatial index; windows per second. */
    double in(SpatialIndex index, double seconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long start = System.nanoTime();
        long end = start + (long) (seconds * NANOS);
        long done = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < BETWEEN_LOOKS; i++) {
                double x = random.nextDouble();
                double y = random.nextDouble();
                double toX = x + random.nextDouble() * scale;
                try (SpatialCursor cursor =
                        index.search(x, y, toX, y + random.nextDouble() * scale)) {
                    while (cursor.next()) {
                        found++;
                    }
                }
            }
            done += BETWEEN_LOOKS;
        }
        return done * NANOS / (System.nanoTime() - start);
    }

    /** Searches a tree of JTS; windows per second. */
    double in(HPRtree tree, double seconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Envelope window = new Envelope();
        long start = System.nanoTime();
        long end = start + (long) (seconds * NANOS);
        long done = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < BETWEEN_LOOKS; i++) {
                double x = random.nextDouble();
                double y = random.nextDouble();
                double toX = x + random.nextDouble() * scale;
                window.init(x, toX, y, y + random.nextDouble() * scale);
                tree.query(window, item -> found++);
            }
            done += BETWEEN_LOOKS;
        }
        return done * NANOS / (System.nanoTime() - start);
    }
}
