package dev.mangrove.bench.reproduce;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** A client thread of the Catfish paper: one operation after the other. */
final class CatfishClient {
    private static final double LONGEST_EDGE = 1e-4;
    private static final double EXPONENT = 0.01;
    private static final double FROM = StrictMath.pow(0.5, EXPONENT);
    private static final long REST_NANOS = 50_000;

    private final Host host;
    private final CatfishPhase phase;
    private final LongSupplier ids;
    private final int number;
    private final RandomGenerator random;
    private long found;

    CatfishClient(Host host, CatfishPhase phase, LongSupplier ids, int number) {
        this.host = host;
        this.phase = phase;
        this.ids = ids;
        this.number = number;
        this.random = host.random();
    }

    /** Works until the phase is over. */
    void run(SpatialIndex index) {
        while (!phase.isOver()) {
            if (number >= phase.active()) {
                host.sleep(REST_NANOS);
                continue;
            }
            CatfishWork work = phase.work();
            boolean inserts = work.inserts() > 0 && random.nextDouble() < work.inserts();
            long start = host.nanoTime();
            if (inserts) {
                insert(index);
            } else {
                search(index, work);
            }
            phase.record(!inserts, start, host.nanoTime());
        }
        phase.ended(found);
    }

    /** Searches so many times. */
    void search(SpatialIndex index, int times) {
        for (int i = 0; i < times; i++) {
            search(index, phase.work());
        }
    }

    private void search(SpatialIndex index, CatfishWork work) {
        double scale = work.scale(random.nextDouble());
        double width = work.isOfOneScale() ? random.nextDouble() * scale : scale;
        double height = work.isOfOneScale() ? random.nextDouble() * scale : scale;
        double x = random.nextDouble() * (1 - width);
        double y = random.nextDouble() * (1 - height);
        try (SpatialCursor cursor = index.search(x, y, x + width, y + height)) {
            while (cursor.next()) {
                found++;
            }
        }
    }

    /** More often towards the corners of the middle, as in cities. */
    private void insert(SpatialIndex index) {
        double x = skewed();
        double y = skewed();
        boolean fresh =
                index.insert(
                        ids.getAsLong(),
                        x,
                        y,
                        x + random.nextDouble() * LONGEST_EDGE,
                        y + random.nextDouble() * LONGEST_EDGE);
        if (!fresh) {
            throw new IllegalStateException("an id is there already");
        }
    }

    private double skewed() {
        double place = StrictMath.pow(FROM + random.nextDouble() * (1 - FROM), 1 / EXPONENT);
        return random.nextBoolean() ? place : 1 - place;
    }
}
