package dev.mangrove.index.spatial;

/** In which order a bulk load puts objects into pages. */
public enum Packing {
    /** Slices by x, each in order of y. */
    STR,
    /** Along a Hilbert curve. */
    HILBERT,
    /** Not at all: one after the other is inserted, so that the tree is as inserts make it. */
    NONE
}
