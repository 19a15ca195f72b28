package dev.mangrove.reproduce.catfish;

import dev.mangrove.index.spatial.Refinement;

/**
 * A refinement that keeps a fixed share of all objects, always the same ones. Its cost per object
 * is that of comparing a few entries.
 */
public final class FractionRefinement implements Refinement {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final double share;

    public FractionRefinement(double share) {
        this.share = share;
    }

    /** The name under which servers register the refinement. */
    public static String name(double share) {
        return "kept-" + share;
    }

    @Override
    public boolean keeps(long id, double minX, double minY, double maxX, double maxY) {
        return ((id * SPREAD) >>> 11) * 0x1p-53 < share;
    }
}
