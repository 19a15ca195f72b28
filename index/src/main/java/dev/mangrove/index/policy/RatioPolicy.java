package dev.mangrove.index.policy;

import java.util.random.RandomGenerator;

/** Offloads a fixed share of requests, drawn by chance: 0 is the server's, 1 the client's. */
public final class RatioPolicy implements AccessPolicy {
    private final RandomGenerator random;
    private final double share;

    /** Offloads a share of 0 to 1. */
    public RatioPolicy(RandomGenerator random, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("a share is 0 to 1: " + share);
        }
        this.random = random;
        this.share = share;
    }

    @Override
    public boolean offloads(RequestEstimate request) {
        return random.nextDouble() < share;
    }
}
