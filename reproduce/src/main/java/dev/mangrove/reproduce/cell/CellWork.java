package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

/**
 * What a client does.
 *
 * @param name in reports
 * @param updates share of operations that change a loaded key
 * @param inserts share of operations that put a new key
 * @param skew of the Zipf distribution of keys; 0 for uniform
 * @param searchesFirst whether a put searches for its key first, as in sections 2.2 and 2.3, or is
 *     one message, as ours are
 * @param periodNanos time between two requests of a thread; 0 if the next one starts when the last
 *     one has ended
 */
record CellWork(
        String name,
        double updates,
        double inserts,
        double skew,
        boolean searchesFirst,
        long periodNanos) {
    /** Searches of uniform keys, one after the other. */
    static final CellWork SEARCH = new CellWork("search", 0, 0, 0, false, 0);

    /** New keys, as the published protocol puts them. */
    static final CellWork INSERT = new CellWork("100 % insert", 0, 1, 0, true, 0);

    /** YCSB's constant. */
    private static final double YCSB_SKEW = 0.99;

    /** Uniform keys with a share of updates, as the published protocol does them. */
    static CellWork updates(double share) {
        String gets = text("%.0f %% get", 100 * (1 - share));
        String updates = text("%.0f %% update", 100 * share);
        String name = share == 0 ? gets : share == 1 ? updates : gets + ", " + updates;
        return new CellWork(name, share, 0, 0, true, 0);
    }

    /** A workload of YCSB: popular keys, with a share of updates. */
    static CellWork ycsb(String name, double share) {
        return new CellWork(name, share, 0, YCSB_SKEW, true, 0);
    }

    /** With puts by one message. */
    CellWork withoutSearch() {
        return new CellWork(name, updates, inserts, skew, false, periodNanos);
    }

    /** With requests that arrive at intervals, whether the last one has ended or not. */
    CellWork every(long nanos) {
        return new CellWork(name, updates, inserts, skew, searchesFirst, nanos);
    }
}
