package dev.mangrove.check.history;

import java.util.OptionalLong;

/**
 * Linearizability of one key by trying every order: no memory, no pruning, and nothing shared with
 * the checker but the history itself. For histories of up to about ten operations.
 */
final class BruteForce {
    private final History history;
    private final Sequential rule;

    BruteForce(History history) {
        this.history = history;
        rule = new Sequential(history);
    }

    boolean linearizable() {
        return extend(new boolean[history.size()], OptionalLong.empty());
    }

    private boolean extend(boolean[] taken, OptionalLong state) {
        boolean complete = true;
        for (int op = 0; op < taken.length; op++) {
            if (taken[op]) {
                continue;
            }
            complete &= history.outcome(op) != Outcome.OK;
            if (history.outcome(op) != Outcome.FAILED && mayComeNext(taken, op)) {
                if (rule.legal(op, state)) {
                    taken[op] = true;
                    if (extend(taken, rule.after(op, state))) {
                        return true;
                    }
                    taken[op] = false;
                }
            }
        }
        return complete;
    }

    private boolean mayComeNext(boolean[] taken, int op) {
        for (int other = 0; other < taken.length; other++) {
            if (!taken[other]
                    && history.outcome(other) == Outcome.OK
                    && history.responded(other) < history.invoked(op)) {
                return false;
            }
            if (taken[other] && history.responded(op) < history.invoked(other)) {
                return false;
            }
        }
        return true;
    }
}
