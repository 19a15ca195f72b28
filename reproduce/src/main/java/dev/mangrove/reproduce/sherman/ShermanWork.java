package dev.mangrove.reproduce.sherman;

/**
 * A workload of the Sherman paper, table 2.
 *
 * @param name for people
 * @param inserts share of operations that put a key, of which two thirds are there already
 * @param range keys of the key space that the other operations ask for; 1 for a lookup
 * @param skew of the popularity of keys; 0 for none
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

    /** Whether many write the same keys. */
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
