package dev.mangrove.check.history.search;

import dev.mangrove.check.history.History;
import dev.mangrove.check.history.IndexSort;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The calls and returns of one key's operations in order of time, calls before returns at equal
 * times. Optional operations have no return, unless an end is known. Every operation has a slot;
 * between its call and its return, no other operation has that slot. So a set of pending operations
 * fits a few bits.
 */
final class EventOrder {
    /** The place of a return that never comes. */
    static final int NEVER = Integer.MAX_VALUE;

    /** An operation's number for its call, the complement of that for its return. */
    private final int[] events;

    private final int[] calls;
    private final int[] returns;
    private final int[] slots;
    private int slotCount;

    EventOrder(History history, CompiledOps ops) {
        int count = ops.size();
        int[] byCall = new int[count];
        int[] byReturn = new int[count];
        int returning = 0;
        for (int op = 0; op < count; op++) {
            byCall[op] = op;
            if (history.responded(ops.source(op)) != History.NEVER) {
                byReturn[returning++] = op;
            }
        }
        byReturn = Arrays.copyOf(byReturn, returning);
        IndexSort.sort(byCall, op -> history.invoked(ops.source(op)));
        IndexSort.sort(byReturn, op -> history.responded(ops.source(op)));
        events = new int[count + returning];
        calls = new int[count];
        returns = new int[count];
        slots = new int[count];
        merge(history, ops, byCall, byReturn);
        assignSlots();
    }

    private void merge(History history, CompiledOps ops, int[] byCall, int[] byReturn) {
        Arrays.fill(returns, NEVER);
        int call = 0;
        int back = 0;
        for (int at = 0; at < events.length; at++) {
            boolean takeCall =
                    back == byReturn.length
                            || (call < byCall.length
                                    && history.invoked(ops.source(byCall[call]))
                                            <= history.responded(ops.source(byReturn[back])));
            if (takeCall) {
                calls[byCall[call]] = at;
                events[at] = byCall[call++];
            } else {
                returns[byReturn[back]] = at;
                events[at] = ~byReturn[back++];
            }
        }
    }

    private void assignSlots() {
        BitSet taken = new BitSet();
        for (int event : events) {
            if (event >= 0) {
                int slot = taken.nextClearBit(0);
                taken.set(slot);
                slots[event] = slot;
                slotCount = Math.max(slotCount, slot + 1);
            } else {
                taken.clear(slots[~event]);
            }
        }
    }

    int size() {
        return events.length;
    }

    boolean isCall(int at) {
        return events[at] >= 0;
    }

    /** The operation that is called or returns at this place. */
    int op(int at) {
        return events[at] >= 0 ? events[at] : ~events[at];
    }

    int callOf(int op) {
        return calls[op];
    }

    int returnOf(int op) {
        return returns[op];
    }

    int slot(int op) {
        return slots[op];
    }

    /** Maximum number of slots in use at a time. */
    int slotCount() {
        return slotCount;
    }
}
