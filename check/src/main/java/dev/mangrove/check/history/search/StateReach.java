package dev.mangrove.check.history.search;

import java.util.Arrays;

/**
 * Look-ahead: for every state, the last call of an operation that can take effect only in it, and
 * the last call of one that may produce it.
 */
final class StateReach {
    private static final int NO_CALL = -1;

    private final int[] lastNeeded;
    private final int[] lastCreated;
    private final boolean unforeseeable;

    StateReach(CompiledOps ops, EventOrder order) {
        lastNeeded = new int[ops.states()];
        lastCreated = new int[ops.states()];
        Arrays.fill(lastNeeded, NO_CALL);
        Arrays.fill(lastCreated, NO_CALL);
        for (int op = 0; op < ops.size(); op++) {
            note(lastNeeded, ops.needed(op), order.callOf(op));
            if (!ops.pure(op)) {
                note(lastCreated, ops.created(op), order.callOf(op));
            }
        }
        unforeseeable = ops.unforeseeable();
    }

    private static void note(int[] last, int state, int call) {
        if (state != CompiledOps.NONE) {
            last[state] = Math.max(last[state], call);
        }
    }

    /** The place of the last call that needs {@code state}; negative if there is none. */
    int lastNeeded(int state) {
        return state < lastNeeded.length ? lastNeeded[state] : NO_CALL;
    }

    /** Whether an operation called at {@code at} or later may produce {@code state}. */
    boolean createdFrom(int at, int state) {
        return unforeseeable || (state < lastCreated.length && lastCreated[state] >= at);
    }
}
