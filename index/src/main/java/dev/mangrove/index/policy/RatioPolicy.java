package dev.mangrove.index.policy;

import java.util.random.RandomGenerator;

/** Offloads a fixed share of requests, chosen at random. */
public final class RatioPolicy implements AccessPolicy {
    private final RandomGenerator random;
    private final double share;

    /** Creates a policy that offloads a share of 0 (none) to 1 (all). */
    public RatioPolicy(RandomGenerator random, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be 0 to 1: share=" + share);
        }
        this.random = random;
        this.share = share;
    }

    @Override
    public boolean offloads(RequestEstimate request) {
        return random.nextDouble() < share;
    }
}
