package dev.mangrove.reproduce.sherman;

/**
 * A workload of the Sherman paper, table 2.
 *
 * @param name in reports
 * @param inserts share of operations that put a key; two thirds of these keys exist
 * @param range number of keys of the key space that the other operations read; 1 for a lookup
 * @param skew of the Zipf distribution of keys; 0 for uniform
 */
record ShermanWork(String name, double inserts, int range, double skew) {
    private static final double SKEWED = 0.99;
    private static final double RARE = 0.1;

    static ShermanWork writeOnly(boolean skewed) {
        return new ShermanWork("write-only", 1, 1, skewed ? SKEWED : 0);
    }

    static ShermanWork writeIntensive(boolean skewed) {
        return new ShermanWork("write-intensive", 0.5, 1, skewed ? SKEWED : 0);
    }

    static ShermanWork readIntensive(boolean skewed) {
        return new ShermanWork("read-intensive", 0.05, 1, skewed ? SKEWED : 0);
    }

    static ShermanWork rangeOnly(int keys) {
        return new ShermanWork("range-only " + keys, 0, keys, SKEWED);
    }

    static ShermanWork rangeWrite(int keys) {
        return new ShermanWork("range-write " + keys, 0.5, keys, SKEWED);
    }

    /** Whether many threads write the same keys. */
    boolean isContended() {
        return skew > 0 && inserts > RARE;
    }

    ShermanWork withSkew(double other) {
        return new ShermanWork(name, inserts, range, other);
    }

    String text() {
        return name + (skew == 0 ? ", uniform" : ", skew " + skew);
    }
}
