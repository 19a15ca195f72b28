package dev.mangrove.bench.reproduce;

import static dev.mangrove.bench.reproduce.Text.text;

/**
 * A workload of the NAM paper, table 3.
 *
 * @param name for people
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

    /** Range queries. */
    static NamWork ranges(double selectivity) {
        return new NamWork(text("B, ranges of %s", selectivity), selectivity, 0);
    }

    boolean isRange() {
        return selectivity > 0;
    }

    /** Keys that one range query returns. */
    long span(long keys) {
        return Math.max(1, Math.round(selectivity * keys));
    }
}
