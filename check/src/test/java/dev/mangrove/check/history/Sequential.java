package dev.mangrove.check.history;

import java.util.OptionalLong;

/** A second, simple implementation of the register's rule, to test the checkers against. */
final class Sequential {
    private final History history;

    Sequential(History history) {
        this.history = history;
    }

    /** Whether the operation's response is possible in this state. */
    boolean legal(int op, OptionalLong state) {
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
            case REPLACE, DELETE_IF_EQUAL ->
                    state.isPresent() && state.getAsLong() == history.expected(op);
        };
    }

    /** The state after the operation. */
    OptionalLong after(int op, OptionalLong state) {
        if (!conditionHolds(op, state)) {
            return state;
        }
        return switch (history.kind(op)) {
            case GET -> state;
            case DELETE, DELETE_IF_EQUAL -> OptionalLong.empty();
            case FETCH_ADD -> OptionalLong.of(state.orElse(0) + history.argument(op));
            default -> OptionalLong.of(history.argument(op));
        };
    }
}
