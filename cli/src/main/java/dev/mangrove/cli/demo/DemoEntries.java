package dev.mangrove.cli.demo;

/**
 * The entries of the demo's ordered indexes. The n-th key is {@code n · FACTOR mod 2⁶⁴}, so keys
 * are spread evenly over the whole range and {@code n} can be computed from its key. The value
 * follows from the key, so every process can tell a wrong one.
 */
final class DemoEntries {
    /** 2<sup>64</sup> divided by the golden ratio: successive keys are far apart. */
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private static final long INVERSE = inverse(FACTOR);
    private static final long SALT = 0x5DEECE66DL;

    private DemoEntries() {}

    static long key(long n) {
        return n * FACTOR;
    }

    /** The number of a key. */
    static long number(long key) {
        return key * INVERSE;
    }

    static long value(long key) {
        return key ^ SALT;
    }

    /** The inverse of an odd number modulo 2⁶⁴; each round of Newton's method doubles the bits. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
