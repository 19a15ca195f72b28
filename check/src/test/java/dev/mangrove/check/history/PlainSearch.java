package dev.mangrove.check.history;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Linearizability of one key by the algorithm of Wing and Gong with Lowe's memory: it tries every
 * order, but each pair of executed operations and state only once. No other pruning; up to 64
 * operations.
 */
final class PlainSearch {
    private record Seen(long taken, OptionalLong state) {}

    private final History history;
    private final Sequential rule;
    private final Set<Seen> seen = new HashSet<>();

    PlainSearch(History history) {
        if (history.size() > Long.SIZE) {
            throw new IllegalArgumentException(
                    "size=" + history.size() + ": at most 64 operations");
        }
        this.history = history;
        rule = new Sequential(history);
    }

    boolean linearizable() {
        return extend(0, OptionalLong.empty());
    }

    private boolean extend(long taken, OptionalLong state) {
        if (!seen.add(new Seen(taken, state))) {
            return false;
        }
        long firstReturn = History.NEVER;
        for (int op = 0; op < history.size(); op++) {
            if ((taken & (1L << op)) == 0 && history.outcome(op) == Outcome.OK) {
                firstReturn = Math.min(firstReturn, history.responded(op));
            }
        }
        if (firstReturn == History.NEVER) {
            return true;
        }
        for (int op = 0; op < history.size(); op++) {
            boolean free = (taken & (1L << op)) == 0 && history.outcome(op) != Outcome.FAILED;
            if (free
                    && history.invoked(op) <= firstReturn
                    && rule.legal(op, state)
                    && extend(taken | (1L << op), rule.after(op, state))) {
                return true;
            }
        }
        return false;
    }
}
