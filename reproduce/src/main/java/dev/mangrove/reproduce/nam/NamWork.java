package dev.mangrove.reproduce.nam;

/**
 * A workload of the NAM paper, table 3. The narrower ranges have a larger selectivity than in the
 * paper: with a hundredth of its keys, they would read hardly more leaves than the tree has levels.
 *
 * @param name in reports
 * @param selectivity share of all keys that a range query returns; 0 for point queries
 * @param inserts share of operations that insert a key
 */
record NamWork(String name, double selectivity, double inserts) {
    /** Point queries. */
    static final NamWork A = new NamWork("A, points", 0, 0);

    /** Few inserts among point queries. */
    static final NamWork C = new NamWork("C, 5 % inserts", 0, 0.05);

    /** As many inserts as point queries. */
    static final NamWork D = new NamWork("D, 50 % inserts", 0, 0.5);

    /** The paper's range queries of 0.001, with a larger selectivity on fewer keys. */
    static final NamWork NARROW = new NamWork("B, ranges of 0.001", 0.005, 0);

    /** The paper's range queries of 0.01, with a larger selectivity on fewer keys. */
    static final NamWork MIDDLE = new NamWork("B, ranges of 0.01", 0.02, 0);

    /** The paper's range queries of 0.1. */
    static final NamWork WIDE = new NamWork("B, ranges of 0.1", 0.1, 0);

    boolean isRange() {
        return selectivity > 0;
    }

    /** Keys that one range query returns. */
    long span(long keys) {
        return Math.max(1, Math.round(selectivity * keys));
    }
}
