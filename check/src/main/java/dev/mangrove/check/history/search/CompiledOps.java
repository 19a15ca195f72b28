package dev.mangrove.check.history.search;

import dev.mangrove.check.history.History;
import dev.mangrove.check.history.Observation;
import dev.mangrove.check.history.OpKind;
import dev.mangrove.check.history.Outcome;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The operations of one key, preprocessed for the search: states are small numbers, and properties
 * of single operations are computed once. Operations that constrain nothing (failed ones, reads
 * without an answer) are omitted.
 *
 * <p>The sequential rule of the register is {@link #step}.
 */
final class CompiledOps {
    /** Stands for "no state": an illegal step, or no particular state. */
    static final int NONE = -1;

    private final StateTable states = new StateTable();
    private final int[] source;
    private final OpKind[] kinds;
    private final Observation[] observations;
    private final int[] written;
    private final int[] expected;
    private final int[] observed;
    private final long[] addends;
    private final boolean[] optional;
    private final int[] twins;
    private final int[] needed;
    private final boolean[] pure;
    private final boolean[] blind;
    private boolean arithmetic;
    private boolean unforeseeable;

    CompiledOps(History history, int[] ops) {
        source = Arrays.stream(ops).filter(op -> constrains(history, op)).toArray();
        int count = source.length;
        kinds = new OpKind[count];
        observations = new Observation[count];
        written = new int[count];
        expected = new int[count];
        observed = new int[count];
        addends = new long[count];
        optional = new boolean[count];
        twins = new int[count];
        needed = new int[count];
        pure = new boolean[count];
        blind = new boolean[count];
        internInspected(history);
        Map<Signature, Integer> known = new HashMap<>();
        for (int op = 0; op < count; op++) {
            compile(history, op);
            twins[op] = known.computeIfAbsent(signature(op), _ -> known.size());
            needed[op] = onlyStateFor(op);
            pure[op] = changesNothing(op);
            blind[op] = silent(op) && isOverwrite(op);
        }
    }

    private static boolean constrains(History history, int op) {
        boolean silentRead =
                history.kind(op) == OpKind.GET && history.observation(op) == Observation.NOTHING;
        return history.outcome(op) != Outcome.FAILED && !silentRead;
    }

    /**
     * Numbers all values that some operation compares with or reports. The others will share one
     * state, unless arithmetic could turn them into inspected ones.
     */
    private void internInspected(History history) {
        for (int op : source) {
            if (history.observation(op) == Observation.VALUE) {
                states.intern(history.observed(op));
            }
            if (history.kind(op).compares()) {
                states.intern(history.expected(op));
            }
            arithmetic |= history.kind(op) == OpKind.FETCH_ADD;
        }
    }

    private void compile(History history, int op) {
        int from = source[op];
        long argument = history.argument(from);
        kinds[op] = history.kind(from);
        observations[op] = history.observation(from);
        optional[op] = history.outcome(from) == Outcome.UNKNOWN;
        observed[op] =
                switch (observations[op]) {
                    case VALUE -> states.intern(history.observed(from));
                    case ABSENT -> StateTable.ABSENT;
                    default -> NONE;
                };
        expected[op] = kinds[op].compares() ? states.intern(history.expected(from)) : NONE;
        switch (kinds[op]) {
            case GET -> written[op] = NONE;
            case DELETE, DELETE_IF_EQUAL -> written[op] = StateTable.ABSENT;
            case FETCH_ADD -> compileAddition(op, argument);
            default ->
                    written[op] =
                            arithmetic
                                    ? states.intern(argument)
                                    : states.internedOrAnonymous(argument);
        }
    }

    private void compileAddition(int op, long addend) {
        addends[op] = addend;
        if (observed[op] == NONE) {
            written[op] = NONE;
            unforeseeable = true;
        } else {
            written[op] = states.intern(states.value(observed[op]) + addend);
        }
    }

    private record Signature(
            OpKind kind, Observation seen, int written, int expected, int observed, long addend) {}

    private Signature signature(int op) {
        Observation seen = silent(op) ? Observation.NOTHING : observations[op];
        return new Signature(kinds[op], seen, written[op], expected[op], observed[op], addends[op]);
    }

    /** The state after {@code op} takes effect on {@code state}, or {@link #NONE} if it cannot. */
    int step(int op, int state) {
        if (observed[op] != NONE && observed[op] != state && !addsToAbsent(op, state)) {
            return NONE;
        }
        boolean applies = applies(op, state);
        Observation seen = observations[op];
        if (applies ? seen == Observation.REFUSED : seen == Observation.SUCCEEDED) {
            return NONE;
        }
        if (!applies || kinds[op] == OpKind.GET) {
            return state;
        }
        return kinds[op] == OpKind.FETCH_ADD
                ? states.intern(states.value(state) + addends[op])
                : written[op];
    }

    private boolean applies(int op, int state) {
        return switch (kinds[op]) {
            case PUT, FETCH_ADD -> true;
            case PUT_IF_ABSENT -> state == StateTable.ABSENT;
            case GET, PUT_IF_PRESENT, DELETE -> state != StateTable.ABSENT;
            case REPLACE, DELETE_IF_EQUAL -> state == expected[op];
        };
    }

    /** An addition to an absent key finds 0. */
    private boolean addsToAbsent(int op, int state) {
        return kinds[op] == OpKind.FETCH_ADD
                && state == StateTable.ABSENT
                && states.value(observed[op]) == 0;
    }

    /** Whether the response carries no information; that a put succeeded is none. */
    private boolean silent(int op) {
        Observation seen = observations[op];
        return seen == Observation.NOTHING
                || (seen == Observation.SUCCEEDED && !kinds[op].refusable());
    }

    private boolean isOverwrite(int op) {
        return kinds[op] == OpKind.PUT || kinds[op] == OpKind.DELETE;
    }

    private boolean changesNothing(int op) {
        return switch (observations[op]) {
            case REFUSED -> true;
            case ABSENT, VALUE -> !applies(op, observed[op]) || kinds[op] == OpKind.GET;
            case NOTHING, SUCCEEDED -> kinds[op] == OpKind.GET;
        };
    }

    private int onlyStateFor(int op) {
        if (observed[op] != NONE) {
            return addsToAbsent(op, StateTable.ABSENT) ? NONE : observed[op];
        }
        return switch (observations[op]) {
            case SUCCEEDED ->
                    switch (kinds[op]) {
                        case REPLACE, DELETE_IF_EQUAL -> expected[op];
                        case PUT_IF_ABSENT -> StateTable.ABSENT;
                        default -> NONE;
                    };
            case REFUSED -> refusedOnlyByAbsence(op) ? StateTable.ABSENT : NONE;
            default -> NONE;
        };
    }

    private boolean refusedOnlyByAbsence(int op) {
        return switch (kinds[op]) {
            case GET, DELETE, PUT_IF_PRESENT -> true;
            default -> false;
        };
    }

    /** Whether the response rules out that the operation changed anything, in any state. */
    boolean pure(int op) {
        return pure[op];
    }

    /** Whether the operation takes effect in any state and always leads to the same state. */
    boolean blind(int op) {
        return blind[op];
    }

    /** The one state in which the operation can take effect as observed, or {@link #NONE}. */
    int needed(int op) {
        return needed[op];
    }

    /** The one state after the operation, if it changes anything. */
    int created(int op) {
        return written[op];
    }

    /** Whether the state after some operation depends on the state before it. */
    boolean unforeseeable() {
        return unforeseeable;
    }

    /** Whether the operation may never take effect. */
    boolean optional(int op) {
        return optional[op];
    }

    /** Operations with equal numbers have the same kind, arguments and observation. */
    int twin(int op) {
        return twins[op];
    }

    /** The number of the operation in the history. */
    int source(int op) {
        return source[op];
    }

    int size() {
        return source.length;
    }

    int states() {
        return states.size();
    }
}
