package dev.mangrove.index.spatial;

/**
 * How one view of an index works; others need not know.
 *
 * @param access who searches
 * @param inPlace whether pages on the same host are read where they are
 * @param pagesAtOnce most pages that a search has asked for and not yet received, where they are
 *     read by verbs; 1 reads one after the other
 * @param asPublished whether searches trust a parent that they read before a split, as published:
 *     they miss objects. For checkers
 */
public record SpatialViewOptions(
        SpatialAccess access, boolean inPlace, int pagesAtOnce, boolean asPublished) {
    private static final int MOST_AT_ONCE = 64;

    /** By offloading, in place where possible. */
    public static final SpatialViewOptions DEFAULT =
            new SpatialViewOptions(SpatialAccess.OFFLOAD, true, MOST_AT_ONCE, false);

    /** Checks the number. */
    public SpatialViewOptions {
        if (pagesAtOnce < 1 || pagesAtOnce > MOST_AT_ONCE) {
            throw new IllegalArgumentException("1 to 64 pages at once: " + pagesAtOnce);
        }
    }

    /** With somebody else who searches. */
    public SpatialViewOptions withAccess(SpatialAccess who) {
        return new SpatialViewOptions(who, inPlace, pagesAtOnce, asPublished);
    }

    /** Reading pages in place, or never. */
    public SpatialViewOptions withInPlace(boolean allowed) {
        return new SpatialViewOptions(access, allowed, pagesAtOnce, asPublished);
    }

    /** With so many pages at once. */
    public SpatialViewOptions withPagesAtOnce(int pages) {
        return new SpatialViewOptions(access, inPlace, pages, asPublished);
    }

    /** With the published protocol's fault. */
    public SpatialViewOptions withAsPublished(boolean flawed) {
        return new SpatialViewOptions(access, inPlace, pagesAtOnce, flawed);
    }
}
