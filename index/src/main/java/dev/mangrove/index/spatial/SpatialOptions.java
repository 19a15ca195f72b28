package dev.mangrove.index.spatial;

/**
 * Options for the creation of a spatial index.
 *
 * @param design which tree
 * @param fanout most entries of a page: 4 to 140, in a Hilbert tree 4 to 133
 */
public record SpatialOptions(SpatialDesign design, int fanout) {
    /** Default number of entries of a page. */
    public static final int DEFAULT_FANOUT = 30;

    /** Both halves of a split page keep at least two entries. */
    private static final int SMALLEST_FANOUT = 4;

    /**
     * Chosen: above Catfish's largest page (figure 24: 130 entries); takes 7,232 of at most 8,192
     * bytes.
     */
    private static final int LARGEST_FANOUT = 140;

    /** Entries of a Hilbert tree have one number more, so fewer of them fit the largest page. */
    private static final int LARGEST_HILBERT_FANOUT = 133;

    /** The {@linkplain SpatialDesign#DEFAULT usual tree} of the usual fan-out. */
    public static final SpatialOptions DEFAULT = of(SpatialDesign.DEFAULT);

    /** Checks the number. */
    public SpatialOptions {
        int largest = design == SpatialDesign.HILBERT ? LARGEST_HILBERT_FANOUT : LARGEST_FANOUT;
        if (fanout < SMALLEST_FANOUT || fanout > largest) {
            throw new IllegalArgumentException(
                    "a page of a "
                            + design.text()
                            + " tree has "
                            + SMALLEST_FANOUT
                            + " to "
                            + largest
                            + " entries: fanout="
                            + fanout);
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
