package dev.mangrove.server.service;

import dev.mangrove.index.spatial.Refinement;

/** A refinement at work on one search. */
final class Refiner {
    private final Refinement refinement;
    private final double minX;
    private final double minY;
    private final double maxX;
    private final double maxY;
    private long left;

    Refiner(Refinement refinement, double minX, double minY, double maxX, double maxY, long limit) {
        this.refinement = refinement;
        this.minX = minX;
        this.minY = minY;
        this.maxX = maxX;
        this.maxY = maxY;
        this.left = limit;
    }

    /** Whether the limit of results is reached. */
    boolean isFull() {
        return left <= 0;
    }

    boolean keeps(long id) {
        boolean kept = refinement.keeps(id, minX, minY, maxX, maxY);
        left -= kept ? 1 : 0;
        return kept;
    }
}
