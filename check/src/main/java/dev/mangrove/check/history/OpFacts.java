package dev.mangrove.check.history;

/** What one recorded operation alone implies about the state after it. */
final class OpFacts {
    /** What is certain about the state just after an operation took effect. */
    enum After {
        NOTHING,
        ABSENT,
        PRESENT,
        VALUE
    }

    private OpFacts() {}

    /** What is certain about the state just after the operation; nothing unless it completed. */
    static After after(History history, int op) {
        if (history.outcome(op) != Outcome.OK) {
            return After.NOTHING;
        }
        return switch (history.kind(op)) {
            case GET -> seen(history, op);
            case PUT -> After.VALUE;
            case PUT_IF_ABSENT ->
                    switch (history.observation(op)) {
                        case NOTHING, REFUSED -> After.PRESENT;
                        case SUCCEEDED, ABSENT, VALUE -> After.VALUE;
                    };
            case PUT_IF_PRESENT ->
                    switch (history.observation(op)) {
                        case NOTHING -> After.NOTHING;
                        case REFUSED, ABSENT -> After.ABSENT;
                        case SUCCEEDED, VALUE -> After.VALUE;
                    };
            case REPLACE ->
                    switch (history.observation(op)) {
                        case NOTHING, REFUSED -> After.NOTHING;
                        case ABSENT -> After.ABSENT;
                        case SUCCEEDED, VALUE -> After.VALUE;
                    };
            case DELETE -> After.ABSENT;
            case DELETE_IF_EQUAL ->
                    switch (history.observation(op)) {
                        case NOTHING, REFUSED -> After.NOTHING;
                        case SUCCEEDED, ABSENT -> After.ABSENT;
                        case VALUE -> mayApply(history, op) ? After.ABSENT : After.VALUE;
                    };
            case FETCH_ADD ->
                    switch (history.observation(op)) {
                        case ABSENT, VALUE -> After.VALUE;
                        case NOTHING, SUCCEEDED, REFUSED -> After.PRESENT;
                    };
        };
    }

    private static After seen(History history, int op) {
        return switch (history.observation(op)) {
            case NOTHING -> After.NOTHING;
            case SUCCEEDED -> After.PRESENT;
            case REFUSED, ABSENT -> After.ABSENT;
            case VALUE -> After.VALUE;
        };
    }

    /** The value just after the operation, where {@link #after} says {@link After#VALUE}. */
    static long valueAfter(History history, int op) {
        OpKind kind = history.kind(op);
        if (kind == OpKind.FETCH_ADD) {
            return history.observed(op) + history.argument(op);
        }
        return kind == OpKind.GET || !mayApply(history, op)
                ? history.observed(op)
                : history.argument(op);
    }

    /** Whether the operation may have changed the state, or may do so later. */
    static boolean mayApply(History history, int op) {
        Observation seen = history.observation(op);
        if (history.outcome(op) == Outcome.FAILED || seen == Observation.REFUSED) {
            return false;
        }
        return switch (history.kind(op)) {
            case GET -> false;
            case PUT, FETCH_ADD -> true;
            case PUT_IF_ABSENT -> seen != Observation.VALUE;
            case PUT_IF_PRESENT, DELETE -> seen != Observation.ABSENT;
            case REPLACE, DELETE_IF_EQUAL ->
                    seen == Observation.VALUE
                            ? history.observed(op) == history.expected(op)
                            : seen != Observation.ABSENT;
        };
    }

    /** Whether the operation may produce a state of the set. */
    static boolean mayEnter(History history, int op, StateSet set) {
        if (!mayApply(history, op)) {
            return false;
        }
        return switch (history.kind(op)) {
            case GET -> false;
            case DELETE, DELETE_IF_EQUAL -> set.hasAbsent();
            case FETCH_ADD ->
                    after(history, op) == After.VALUE
                            ? set.has(valueAfter(history, op))
                            : set.hasSomeValue();
            case PUT, PUT_IF_ABSENT, PUT_IF_PRESENT, REPLACE -> set.has(history.argument(op));
        };
    }

    /** Whether the state after the operation is certainly not in the set. */
    static boolean leavesOutside(History history, int op, StateSet set) {
        return switch (after(history, op)) {
            case NOTHING -> false;
            case ABSENT -> !set.hasAbsent();
            case PRESENT -> !set.hasSomeValue();
            case VALUE -> !set.has(valueAfter(history, op));
        };
    }
}
