package dev.mangrove.reproduce.sherman;

import dev.mangrove.bench.ordered.Zipfian;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.reproduce.Window;

import java.util.random.RandomGenerator;

/** A client thread of the Sherman paper, with one operation at a time, or several. */
final class ShermanClient {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Host host;
    private final ShermanWork work;
    private final int together;
    private final Window window;
    private final long keySpace;
    private final RandomGenerator random;
    private final Zipfian popularity;

    /**
     * Creates a client.
     *
     * @param together operations that it executes at a time; ranges are always executed alone
     */
    ShermanClient(
            Host host,
            ShermanWork work,
            int together,
            Zipfian popularity,
            Window window,
            long keySpace) {
        this.host = host;
        this.work = work;
        this.together = together;
        this.window = window;
        this.keySpace = keySpace;
        this.random = host.random();
        this.popularity = popularity;
    }

    /** Executes operations until the cluster is closed. */
    void run(OrderedIndex index) {
        if (together > 1) {
            runTogether(index);
        }
        while (true) {
            boolean inserts = random.nextDouble() < work.inserts();
            long key = nextKey();
            long start = host.nanoTime();
            if (inserts) {
                index.put(key, start);
            } else if (work.range() == 1) {
                boolean _ = index.contains(key);
            } else {
                scan(index, key);
            }
            window.record(start, host.nanoTime());
        }
    }

    /** Executes batches of operations until the cluster is closed. */
    private void runTogether(OrderedIndex index) {
        OrderedBatch batch = new OrderedBatch();
        while (true) {
            batch.clear();
            long start = host.nanoTime();
            for (int i = 0; i < together; i++) {
                if (random.nextDouble() < work.inserts()) {
                    batch.put(nextKey(), start);
                } else {
                    batch.get(nextKey());
                }
            }
            int _ = index.applyAll(batch);
            batch.throwFailure();
            window.record(start, host.nanoTime(), together);
        }
    }

    private void scan(OrderedIndex index, long key) {
        try (Cursor cursor = index.range(RangeQuery.between(key, key + work.range() - 1))) {
            while (cursor.next()) {
                if (cursor.key() < key) {
                    throw new IllegalStateException(
                            "key outside the requested range: " + cursor.key());
                }
            }
        }
    }

    /** Hashes the rank, so that hot keys are spread over the key space. */
    private long nextKey() {
        return work.skew() == 0
                ? random.nextLong(keySpace)
                : Long.remainderUnsigned(mixed((popularity.next(random) + 1) * SPREAD), keySpace);
    }

    private static long mixed(long word) {
        long half = (word ^ (word >>> 32)) * SPREAD;
        return half ^ (half >>> 29);
    }
}
