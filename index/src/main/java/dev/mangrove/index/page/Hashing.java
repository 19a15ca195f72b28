package dev.mangrove.index.page;

/** Multiplicative hashing: the upper bits of a product depend on all bits of the factor. */
public final class Hashing {
    /**
     * 2<sup>64</sup> divided by the golden ratio, an odd number: successive factors give products
     * that are far apart (Knuth, The Art of Computer Programming, volume 3, section 6.4).
     */
    public static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private Hashing() {}
}
