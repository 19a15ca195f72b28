package dev.mangrove.index.spatial;

import dev.mangrove.AccessMode;

import org.jspecify.annotations.Nullable;

/**
 * Options of one view of a spatial index.
 *
 * @param access whether the server or the client searches
 * @param ratio share of searches that the client does with {@link AccessMode#RATIO}, 0 to 1
 * @param offloading threads of this process that read pages by verbs at a time, 0 for no limit; the
 *     first view of a process that offloads decides it for all of them
 * @param inPlace whether pages on the same host are read where they are
 * @param pagesAtOnce most pages that a search has asked for and not yet received, where they are
 *     read by verbs; 1 reads one after the other
 * @param refinement the second stage of all its searches by window; null for none
 */
public record SpatialViewOptions(
        AccessMode access,
        double ratio,
        int offloading,
        boolean inPlace,
        int pagesAtOnce,
        Refinement.@Nullable Named refinement) {
    /** Default number of threads that offload at the same time: the least that saturate a card. */
    public static final int USUAL_OFFLOADING = 3;

    /** Chosen: 64 KiB under way, which a link of 100 Gb/s carries in 5 µs, about a round trip. */
    private static final int MOST_AT_ONCE = 64;

    private static final double HALF = 0.5;

    /** By offloading, in place where possible. */
    public static final SpatialViewOptions DEFAULT =
            new SpatialViewOptions(
                    AccessMode.CLIENT, HALF, USUAL_OFFLOADING, true, MOST_AT_ONCE, null);

    /** Checks the numbers. */
    public SpatialViewOptions {
        if (pagesAtOnce < 1 || pagesAtOnce > MOST_AT_ONCE) {
            throw new IllegalArgumentException(
                    "pagesAtOnce must be 1 to " + MOST_AT_ONCE + ": pagesAtOnce=" + pagesAtOnce);
        }
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("ratio must be 0 to 1: ratio=" + ratio);
        }
        if (offloading < 0) {
            throw new IllegalArgumentException(
                    "offloading must not be negative: offloading=" + offloading);
        }
    }

    /** With another access mode. */
    public SpatialViewOptions withAccess(AccessMode mode) {
        return new SpatialViewOptions(mode, ratio, offloading, inPlace, pagesAtOnce, refinement);
    }

    /** With a fixed share of searches by the client. */
    public SpatialViewOptions withRatio(double share) {
        return new SpatialViewOptions(
                AccessMode.RATIO, share, offloading, inPlace, pagesAtOnce, refinement);
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
     * @param name its name at the server
     * @param here the equivalent for searches by the client
     */
    public SpatialViewOptions withRefinement(String name, Refinement here) {
        return new SpatialViewOptions(
                access, ratio, offloading, inPlace, pagesAtOnce, new Refinement.Named(name, here));
    }
}
