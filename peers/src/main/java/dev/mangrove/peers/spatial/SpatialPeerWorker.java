package dev.mangrove.peers.spatial;

import dev.mangrove.peers.Measured;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * One thread's operations on one system, in blocks. The worker checks the answers of a block
 * outside the timing, as checking an object costs as much as finding it.
 */
final class SpatialPeerWorker implements AutoCloseable {
    private static final Set<String> CHANGES = Set.of("insert", "mixed", "move", "moveall64");
    private static final int BLOCK = 16;
    private static final int NEAREST = 10;
    private static final int INSERTS_OF_MIX = 10;
    private static final double ROUNDING =
            2e-5; // Degrees; Redis rounds coordinates to about half a metre.
    private static final double SMALL = 1e-5;
    private static final double LARGE = 1e-2;
    private static final double POWER = 0.99;

    private final SpatialPeer peer;
    private final Data data;
    private final boolean exact;
    private final int firstId;
    private final int lastId;
    private final Moves moves;
    private final Answers answers = new Answers(BLOCK);
    private SplittableRandom random = new SplittableRandom(0);
    private int nextId;

    SpatialPeerWorker(SpatialPeer peer, Data data, boolean exact, int number, int workers) {
        this.peer = peer;
        this.data = data;
        this.exact = exact;
        this.moves = new Moves(peer, data, number, workers, exact ? 0 : ROUNDING);
        int spare = (data.all() - data.loaded()) / workers;
        this.firstId = data.loaded() + number * spare;
        this.lastId = firstId + spare;
        this.nextId = firstId;
    }

    /**
     * Repeats an operation for the given time, including checks. Inserted and moved objects stay
     * until {@link #clean}. Each object of a call counts as an operation.
     */
    Measured run(String operation, double seconds, long seed) {
        Measured measured = new Measured();
        AnswerCheck check = new AnswerCheck(data, exact, measured);
        random = new SplittableRandom(seed);
        Runnable step = step(operation);
        int each = operation.equals("moveall64") ? BLOCK * Moves.MANY : BLOCK;
        long end = System.nanoTime() + (long) (seconds * 1e9);
        long done = 0;
        long nanos = 0;
        while (System.nanoTime() - end < 0 && nextId + BLOCK <= lastId) {
            nanos += block(step, measured);
            done += each;
            check(operation, check);
        }
        measured.ends(done, nanos);
        finish(operation, step, check, measured);
        return measured;
    }

    /** Returns the time of a block; times its last operation separately as well. */
    private long block(Runnable step, Measured measured) {
        answers.clear();
        long start = System.nanoTime();
        for (int i = 1; i < BLOCK; i++) {
            step.run();
        }
        long last = System.nanoTime();
        step.run();
        long now = System.nanoTime();
        measured.latency(now - last);
        return now - start;
    }

    private void check(String operation, AnswerCheck check) {
        if (operation.equals("nearest10")) {
            check.nearest(answers, NEAREST);
        } else {
            check.windows(answers);
        }
    }

    private void finish(String operation, Runnable step, AnswerCheck check, Measured measured) {
        boolean changes = CHANGES.contains(operation);
        while (!changes && check.searches() < AnswerCheck.SUMMED) {
            answers.clear();
            step.run();
            check(operation, check);
        }
        measured.checksum(changes || !exact ? 0 : check.sum());
        if (nextId > firstId) {
            checkInserted(measured);
        }
        moves.check(measured);
    }

    /** Deletes the inserted objects and puts moved ones back, once all threads have finished. */
    void clean() {
        moves.undo();
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
            case "move" -> () -> moves.one(random);
            case "moveall64" -> () -> moves.many(random);
            default -> throw new IllegalArgumentException("no such operation: " + operation);
        };
    }

    /** Draws an edge between SMALL and LARGE from a power law; short edges are more frequent. */
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
        peer.window(x, y, toX, toY, answers.hits());
        answers.asked(x, y, toX, toY);
    }

    private void nearest() {
        double x = random.nextDouble();
        double y = random.nextDouble();
        peer.nearest(x, y, NEAREST, answers.hits());
        answers.asked(x, y, x, y);
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

    /** Searches for the object inserted last, in a window enlarged by Redis's rounding. */
    private void checkInserted(Measured measured) {
        int id = nextId - 1;
        Hits hits = new Hits();
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

    @Override
    public void close() {
        peer.close();
    }
}
