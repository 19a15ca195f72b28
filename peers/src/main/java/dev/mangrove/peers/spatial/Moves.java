package dev.mangrove.peers.spatial;

import dev.mangrove.peers.Measured;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Moves of one worker's objects. A move takes a random object to a point near its rectangle's first
 * corner. The worker knows where each of its objects is, so it can check that the system finds them
 * there; {@link #undo} puts them back to their rectangles.
 */
final class Moves {
    /** Objects of a call of {@code moveAll}. */
    static final int MANY = 64;

    /**
     * Distance of a move in each dimension. Chosen: from the longest edge of a synthetic rectangle
     * to about the distance between neighbours among a million of them.
     */
    private static final double LEAST = 1e-4;

    private static final double MOST = 1e-3;
    private static final int REMEMBERED = 256;

    private final SpatialPeer peer;
    private final Data data;
    private final int number;
    private final int workers;
    private final double tolerance;
    private final double[] x;
    private final double[] y;
    private final BitSet moved = new BitSet();
    private final long[] last = new long[REMEMBERED];
    private final long[] ids = new long[MANY];
    private final double[] toX = new double[MANY];
    private final double[] toY = new double[MANY];
    private long moves;

    /**
     * Creates the moves of worker {@code number} of {@code workers}.
     *
     * @param tolerance how far from its point the system may find an object
     */
    Moves(SpatialPeer peer, Data data, int number, int workers, double tolerance) {
        this.peer = peer;
        this.data = data;
        this.number = number;
        this.workers = workers;
        this.tolerance = tolerance;
        x = new double[own()];
        y = new double[own()];
    }

    /** Number of objects that the worker may move: each {@code workers}th of the loaded ones. */
    private int own() {
        return (data.loaded() - number + workers - 1) / workers;
    }

    /** Moves one object. */
    void one(SplittableRandom random) {
        draw(0, random);
        peer.move((int) ids[0], toX[0], toY[0]);
    }

    /** Moves many objects by one call. */
    void many(SplittableRandom random) {
        for (int i = 0; i < MANY; i++) {
            draw(i, random);
        }
        peer.moveAll(ids, toX, toY);
    }

    private void draw(int i, SplittableRandom random) {
        int own = random.nextInt(x.length);
        int id = own * workers + number;
        x[own] = data.minX(id) + distance(random);
        y[own] = data.minY(id) + distance(random);
        moved.set(own);
        last[(int) (moves++ % REMEMBERED)] = id;
        ids[i] = id;
        toX[i] = x[own];
        toY[i] = y[own];
    }

    private static double distance(SplittableRandom random) {
        double distance = LEAST + random.nextDouble() * (MOST - LEAST);
        return random.nextBoolean() ? distance : -distance;
    }

    /**
     * Searches for the objects of the last moves, which must be at their points, and only there.
     */
    void check(Measured measured) {
        for (int i = 0; i < Math.min(moves, REMEMBERED); i++) {
            int id = (int) last[i];
            int own = id / workers;
            if (found(id, x[own], y[own]) != 1) {
                measured.wrong("object " + id + " was moved and is not found once at its place");
            }
            if (found(id, data.minX(id), data.minY(id)) != 0) {
                measured.wrong("object " + id + " was moved and is found at its old place");
            }
        }
    }

    /** How often a search at a point finds an object. */
    private int found(int id, double atX, double atY) {
        Hits hits = new Hits();
        peer.window(atX - tolerance, atY - tolerance, atX + tolerance, atY + tolerance, hits);
        int found = 0;
        for (int i = 0; i < hits.size(); i++) {
            found += hits.id(i) == id ? 1 : 0;
        }
        return found;
    }

    /** Puts all moved objects back to their rectangles. */
    void undo() {
        if (moves > 0) {
            peer.restore(moved.stream().map(own -> own * workers + number).toArray());
            moved.clear();
            Arrays.fill(last, 0);
            moves = 0;
        }
    }
}
