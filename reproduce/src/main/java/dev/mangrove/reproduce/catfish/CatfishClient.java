package dev.mangrove.reproduce.catfish;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** A client thread of the Catfish paper, with one operation at a time. */
final class CatfishClient {
    private static final long REST_NANOS = 50_000;

    private final Host host;
    private final CatfishPhase phase;
    private final LongSupplier ids;
    private final int number;
    private final RandomGenerator random;
    private final CatfishRectangle rectangle;
    private long found;

    CatfishClient(Host host, CatfishPhase phase, LongSupplier ids, int number) {
        this.host = host;
        this.phase = phase;
        this.ids = ids;
        this.number = number;
        this.random = host.random();
        this.rectangle = new CatfishRectangle(random);
    }

    /** Executes operations until the phase ends. */
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
                insert(index, work);
            } else {
                search(index, work);
            }
            phase.record(!inserts, start, host.nanoTime());
        }
        phase.ended(found);
    }

    /** Executes {@code times} searches. */
    void search(SpatialIndex index, int times) {
        for (int i = 0; i < times; i++) {
            search(index, phase.work());
        }
    }

    private void search(SpatialIndex index, CatfishWork work) {
        rectangle.drawWindow(work);
        try (SpatialCursor cursor =
                index.search(
                        rectangle.minX(), rectangle.minY(), rectangle.maxX(), rectangle.maxY())) {
            while (cursor.next()) {
                found++;
            }
        }
    }

    private void insert(SpatialIndex index, CatfishWork work) {
        rectangle.drawInsert(work);
        boolean fresh =
                index.insert(
                        ids.getAsLong(),
                        rectangle.minX(),
                        rectangle.minY(),
                        rectangle.maxX(),
                        rectangle.maxY());
        if (!fresh) {
            throw new IllegalStateException("insert: the id exists");
        }
    }
}
