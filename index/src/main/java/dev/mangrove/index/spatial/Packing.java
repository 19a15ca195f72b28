package dev.mangrove.index.spatial;

/** In which order a bulk load puts objects into pages. */
public enum Packing {
    /** Slices by x, each in order of y. */
    STR,
    /** Along a Hilbert curve. */
    HILBERT
}
