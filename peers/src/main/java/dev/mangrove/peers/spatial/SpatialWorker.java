package dev.mangrove.peers.spatial;

import dev.mangrove.peers.Measured;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * One thread's operations on one system. Every object found is looked at: it must be where it was
 * searched for. The first answers of a turn are summed up, and the parent compares the sums of all
 * systems, so that none can have missed something that others found.
 */
final class SpatialWorker implements AutoCloseable {
    private static final int BLOCK = 16;
    private static final int SUMMED = 64;
    private static final int NEAREST = 10;
    private static final int INSERTS_OF_MIX = 10;
    private static final double ROUNDING = 2e-5; // Redis keeps places to about half a metre.
    private static final double SMALL = 1e-5;
    private static final double LARGE = 1e-2;
    private static final double POWER = 0.99;

    /** What an answer that is not exact may be off: metres of a geohash, in degrees. */
    private static final double TOLERANCE = 2e-5;

    private final SpatialPeer peer;
    private final Data data;
    private final boolean exact;
    private final int firstId;
    private final int lastId;
    private final Hits hits = new Hits();
    private SplittableRandom random = new SplittableRandom(0);
    private Measured measured = new Measured();
    private int nextId;
    private long searches;
    private long sum;

    SpatialWorker(SpatialPeer peer, Data data, boolean exact, int number, int workers) {
        this.peer = peer;
        this.data = data;
        this.exact = exact;
        int spare = (data.all() - data.loaded()) / workers;
        this.firstId = data.loaded() + number * spare;
        this.lastId = firstId + spare;
        this.nextId = firstId;
    }

    /** Does one thing for a while; what was inserted stays until {@link #clean}. */
    Measured run(String operation, double seconds, long seed) {
        measured = new Measured();
        random = new SplittableRandom(seed);
        searches = 0;
        sum = 0;
        Runnable step = step(operation);
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long done = 0;
        long now = start;
        while (now - end < 0 && nextId + BLOCK <= lastId) {
            for (int i = 1; i < BLOCK; i++) {
                step.run();
            }
            long last = System.nanoTime();
            step.run();
            now = System.nanoTime();
            measured.latency(now - last);
            done += BLOCK;
        }
        measured.ends(done, now - start);
        finish(operation, step);
        return measured;
    }

    private void finish(String operation, Runnable step) {
        boolean changes = operation.equals("insert") || operation.equals("mixed");
        while (!changes && searches < SUMMED) {
            step.run();
        }
        measured.checksum(changes || !exact ? 0 : sum);
        if (nextId > firstId) {
            checkInserted();
        }
    }

    /** Takes out what was inserted, when all threads have finished. */
    void clean() {
        if (nextId > firstId) {
            peer.forget(firstId, nextId);
            nextId = firstId;
        }
    }

    private Runnable step(String operation) {
        return switch (operation) {
            case "window-1e-5" -> () -> window(() -> SMALL);
            case "window-1e-2" -> () -> window(() -> LARGE);
            case "window-power" -> () -> window(this::powerLaw);
            case "nearest10" -> this::nearest;
            case "insert" -> this::insert;
            case "mixed" -> this::mixed;
            default -> throw new IllegalArgumentException("no such operation: " + operation);
        };
    }

    /** Longest edges between the small and the large one; small ones are far more frequent. */
    private double powerLaw() {
        double rest = 1 - POWER;
        double least = Math.pow(SMALL, rest);
        double most = Math.pow(LARGE, rest);
        return Math.pow(least + random.nextDouble() * (most - least), 1 / rest);
    }

    private void window(DoubleSupplier scale) {
        double edge = scale.getAsDouble();
        double x = random.nextDouble();
        double y = random.nextDouble();
        double toX = x + random.nextDouble() * edge;
        double toY = y + random.nextDouble() * edge;
        hits.clear();
        peer.window(x, y, toX, toY, hits);
        double off = exact ? 0 : TOLERANCE;
        boolean summed = searches++ < SUMMED;
        for (int i = 0; i < hits.size(); i++) {
            int id = hits.id(i);
            if (!data.intersects(id, x - off, y - off, toX + off, toY + off)) {
                measured.wrong("object " + id + " is not in its window");
            }
            sum += summed ? mix(id) : 0;
        }
        sum += summed ? 1 : 0;
    }

    private void nearest() {
        double x = random.nextDouble();
        double y = random.nextDouble();
        hits.clear();
        peer.nearest(x, y, NEAREST, hits);
        if (hits.size() != Math.min(NEAREST, data.loaded())) {
            measured.wrong(hits.size() + " nearest objects");
        }
        boolean summed = searches++ < SUMMED;
        for (int i = 0; summed && i < hits.size(); i++) {
            // By distance, as several may be equally far.
            sum += Double.doubleToLongBits(data.distance(hits.id(i), x, y));
        }
    }

    private void insert() {
        peer.insert(nextId++);
    }

    private void mixed() {
        if (random.nextInt(100) < INSERTS_OF_MIX) {
            insert();
        } else {
            window(() -> SMALL);
        }
    }

    /** The last one inserted must be found where it is, or as near as one that rounds puts it. */
    private void checkInserted() {
        int id = nextId - 1;
        hits.clear();
        peer.window(
                data.minX(id) - ROUNDING,
                data.minY(id) - ROUNDING,
                data.maxX(id) + ROUNDING,
                data.maxY(id) + ROUNDING,
                hits);
        for (int i = 0; i < hits.size(); i++) {
            if (hits.id(i) == id) {
                return;
            }
        }
        measured.wrong("object " + id + " was inserted and is not found");
    }

    private static long mix(int id) {
        long mixed = (id + 1) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }

    @Override
    public void close() {
        peer.close();
    }
}
