package dev.mangrove.index.spatial;

/**
 * What a spatial index is created with.
 *
 * @param design which tree
 * @param fanout most entries of a page
 */
public record SpatialOptions(SpatialDesign design, int fanout) {
    /** Entries of a page where nobody asks for another number. */
    public static final int DEFAULT_FANOUT = 30;

    private static final int SMALLEST_FANOUT = 4;
    private static final int LARGEST_FANOUT = 140;

    /** Checks the number. */
    public SpatialOptions {
        if (fanout < SMALLEST_FANOUT || fanout > LARGEST_FANOUT) {
            throw new IllegalArgumentException("a page has 4 to 140 entries: fanout=" + fanout);
        }
    }

    /** A tree of the usual fan-out. */
    public static SpatialOptions of(SpatialDesign design) {
        return new SpatialOptions(design, DEFAULT_FANOUT);
    }

    /** With at most so many entries in a page. */
    public SpatialOptions withFanout(int entries) {
        return new SpatialOptions(design, entries);
    }
}
