package dev.mangrove.index.spatial;

import org.jspecify.annotations.Nullable;

/**
 * How one view of an index works; others need not know.
 *
 * @param access who searches
 * @param ratio share of searches that the client does with {@link SpatialAccess#RATIO}, 0 to 1
 * @param offloading threads of this process that read pages by verbs at a time, 0 for no limit; the
 *     first view of a process that offloads decides it for all of them
 * @param inPlace whether pages on the same host are read where they are
 * @param pagesAtOnce most pages that a search has asked for and not yet received, where they are
 *     read by verbs; 1 reads one after the other
 * @param refinement the second stage of all its searches by window; null for none
 */
public record SpatialViewOptions(
        SpatialAccess access,
        double ratio,
        int offloading,
        boolean inPlace,
        int pagesAtOnce,
        Refinement.@Nullable Named refinement) {
    /** Threads that offload at a time where nobody says else: the least that fill a card. */
    public static final int USUAL_OFFLOADING = 3;

    private static final int MOST_AT_ONCE = 64;
    private static final double HALF = 0.5;

    /** By offloading, in place where possible. */
    public static final SpatialViewOptions DEFAULT =
            new SpatialViewOptions(
                    SpatialAccess.OFFLOAD, HALF, USUAL_OFFLOADING, true, MOST_AT_ONCE, null);

    /** Checks the numbers. */
    public SpatialViewOptions {
        if (pagesAtOnce < 1 || pagesAtOnce > MOST_AT_ONCE) {
            throw new IllegalArgumentException("1 to 64 pages at once: " + pagesAtOnce);
        }
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("a ratio is 0 to 1: " + ratio);
        }
        if (offloading < 0) {
            throw new IllegalArgumentException("offloading=" + offloading);
        }
    }

    /** With another access mode. */
    public SpatialViewOptions withAccess(SpatialAccess who) {
        return new SpatialViewOptions(who, ratio, offloading, inPlace, pagesAtOnce, refinement);
    }

    /** With a fixed share of searches by the client. */
    public SpatialViewOptions withRatio(double share) {
        return new SpatialViewOptions(
                SpatialAccess.RATIO, share, offloading, inPlace, pagesAtOnce, refinement);
    }

    /** With so many threads of the process that offload at a time. */
    public SpatialViewOptions withOffloading(int threads) {
        return new SpatialViewOptions(access, ratio, threads, inPlace, pagesAtOnce, refinement);
    }

    /** Reading pages in place, or never. */
    public SpatialViewOptions withInPlace(boolean allowed) {
        return new SpatialViewOptions(access, ratio, offloading, allowed, pagesAtOnce, refinement);
    }

    /** With so many pages at once. */
    public SpatialViewOptions withPagesAtOnce(int pages) {
        return new SpatialViewOptions(access, ratio, offloading, inPlace, pages, refinement);
    }

    /**
     * With a second stage for searches by window. Counts and the nearest are not refined.
     *
     * @param name under which the server has it
     * @param here the same for what the client searches itself
     */
    public SpatialViewOptions withRefinement(String name, Refinement here) {
        return new SpatialViewOptions(
                access, ratio, offloading, inPlace, pagesAtOnce, new Refinement.Named(name, here));
    }
}
