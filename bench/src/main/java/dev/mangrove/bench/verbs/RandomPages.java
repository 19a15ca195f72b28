package dev.mangrove.bench.verbs;

import java.util.SplittableRandom;

/** Offsets of random pages of a region. */
final class RandomPages {
    static final int BYTES = 1024;

    private final SplittableRandom random;
    private final int pages;

    RandomPages(long seed, long regionBytes) {
        random = new SplittableRandom(seed);
        pages = Math.toIntExact(regionBytes / BYTES);
    }

    long next() {
        return (long) random.nextInt(pages) * BYTES;
    }
}
