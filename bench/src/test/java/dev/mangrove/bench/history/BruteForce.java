package dev.mangrove.bench.history;

import java.util.OptionalLong;

/**
 * Linearizability of one key by trying every order: no memory, no pruning, and nothing shared with
 * the checker but the history itself. For histories of up to about ten operations.
 */
final class BruteForce {
    private final History history;

    BruteForce(History history) {
        this.history = history;
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
                if (legal(op, state)) {
                    taken[op] = true;
                    if (extend(taken, after(op, state))) {
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
        }
        return true;
    }

    private boolean legal(int op, OptionalLong state) {
        if (history.outcome(op) == Outcome.UNKNOWN) {
            return true;
        }
        boolean counter = history.kind(op) == OpKind.FETCH_ADD;
        return switch (history.observation(op)) {
            case NOTHING -> true;
            case SUCCEEDED -> conditionHolds(op, state);
            case REFUSED -> !conditionHolds(op, state);
            case ABSENT -> state.isEmpty();
            case VALUE -> (state.isPresent() || counter) && state.orElse(0) == history.observed(op);
        };
    }

    private boolean conditionHolds(int op, OptionalLong state) {
        return switch (history.kind(op)) {
            case PUT, FETCH_ADD -> true;
            case PUT_IF_ABSENT -> state.isEmpty();
            case GET, DELETE, PUT_IF_PRESENT -> state.isPresent();
            case REPLACE -> state.isPresent() && state.getAsLong() == history.expected(op);
        };
    }

    private OptionalLong after(int op, OptionalLong state) {
        if (!conditionHolds(op, state)) {
            return state;
        }
        return switch (history.kind(op)) {
            case GET -> state;
            case DELETE -> OptionalLong.empty();
            case FETCH_ADD -> OptionalLong.of(state.orElse(0) + history.argument(op));
            default -> OptionalLong.of(history.argument(op));
        };
    }
}
