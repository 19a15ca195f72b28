package dev.mangrove.check.history;

import dev.mangrove.check.history.search.LinearizationSearch;

import java.util.BitSet;

/**
 * A weakened form of one key's history. Every linearization of the history is also one of the
 * excerpt. So if the excerpt is not linearizable, neither is the history, and for the same reason.
 *
 * <ul>
 *   <li>Operations that start after {@code end} are removed.
 *   <li>An anchor is a completed operation after which the state is certain. Operations that ended
 *       before it began are removed, and it becomes a blind write of that state. Operations that
 *       overlap it count as not kept.
 *   <li>Of the other operations, those kept are as recorded, and the rest are weakened to an
 *       unknown outcome: they take effect at any time after their start, or never.
 * </ul>
 */
final class Excerpt {
    static final int NO_ANCHOR = -1;

    private final History history;
    private final int[] ops;
    private final long end;
    private final int anchor;
    private final BitSet kept;

    /** An excerpt that keeps the operations in {@code kept}, which responded by {@code end}. */
    Excerpt(History history, int[] ops, long end, int anchor, BitSet kept) {
        this.history = history;
        this.ops = ops;
        this.end = end;
        this.anchor = anchor;
        this.kept = kept;
    }

    Excerpt keeping(BitSet fewer) {
        return new Excerpt(history, ops, end, anchor, fewer);
    }

    /** Returns the excerpt from {@code newAnchor} on. */
    Excerpt anchoredAt(int newAnchor) {
        BitSet later = (BitSet) kept.clone();
        for (int op : ops) {
            if (history.invoked(op) <= history.responded(newAnchor)) {
                later.clear(op);
            }
        }
        return new Excerpt(history, ops, end, newAnchor, later);
    }

    BitSet kept() {
        return (BitSet) kept.clone();
    }

    int anchor() {
        return anchor;
    }

    /** Whether the excerpt has the operation, kept or weakened. */
    boolean has(int op) {
        boolean early = anchor != NO_ANCHOR && history.responded(op) < history.invoked(anchor);
        return history.invoked(op) <= end && !early;
    }

    boolean violates(long bound) {
        return verdict(toHistory(), bound) == Verdict.VIOLATION;
    }

    /** Whether a get in place of a kept operation could have found the key absent. */
    boolean allowsAbsent(int op, long bound) {
        History changed = new History(ops.length);
        long time = history.responded(op);
        changed.foundAbsent(getInPlaceOf(op, changed), time);
        return verdict(changed, bound) == Verdict.LINEARIZABLE;
    }

    /** Whether a get in place of a kept operation could have found this value. */
    boolean allows(int op, long value, long bound) {
        History changed = new History(ops.length);
        long time = history.responded(op);
        changed.found(getInPlaceOf(op, changed), value, time);
        return verdict(changed, bound) == Verdict.LINEARIZABLE;
    }

    private int getInPlaceOf(int replaced, History target) {
        for (int op : ops) {
            if (op != replaced && has(op)) {
                copy(op, target);
            }
        }
        return target.invokeGet(
                history.client(replaced), history.key(replaced), history.invoked(replaced));
    }

    private History toHistory() {
        History copy = new History(ops.length);
        for (int op : ops) {
            if (has(op)) {
                copy(op, copy);
            }
        }
        return copy;
    }

    private void copy(int op, History target) {
        if (op == anchor) {
            copyAnchor(target);
        } else if (kept.get(op)) {
            target.add(history, op);
        } else {
            target.addUnknown(history, op);
        }
    }

    private void copyAnchor(History target) {
        int client = history.client(anchor);
        long key = history.key(anchor);
        long start = history.invoked(anchor);
        boolean absent = OpFacts.after(history, anchor) == OpFacts.After.ABSENT;
        int copy =
                absent
                        ? target.invokeDelete(client, key, start)
                        : target.invokePut(client, key, OpFacts.valueAfter(history, anchor), start);
        target.done(copy, history.responded(anchor));
    }

    private static Verdict verdict(History history, long bound) {
        int[] all = new int[history.size()];
        for (int op = 0; op < all.length; op++) {
            all[op] = op;
        }
        return new LinearizationSearch(history, all).run(bound);
    }
}
