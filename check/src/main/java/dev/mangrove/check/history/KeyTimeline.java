package dev.mangrove.check.history;

import java.util.Arrays;

/**
 * States that one key certainly did not have, in every order in which its operations can have taken
 * effect. There is one rule:
 *
 * <p><em>A key was certainly outside a set of states throughout [from, to] if some operation, the
 * witness, ended before {@code from} and certainly left a state outside the set, and no operation
 * that may bring about a state inside it both started at or before {@code to} and ended at or after
 * the start of the witness.</em> That every key was absent before the history began is a witness
 * too. Operations of unknown outcome are never witnesses, and have no end unless one is known.
 *
 * <p>The rule is sound if the key's operations are linearizable. Proof: let the witness take effect
 * at w, and suppose that at some t in [from, to] the state is inside. As w comes before {@code
 * from}, some operation brought the state from outside to inside at a point p with w &lt; p &le; t.
 * That operation started at or before p, so at or before {@code to}, and ended at or after p, so
 * after the start of the witness. The rule excludes such an operation.
 *
 * <p>The rule is not complete: it misses some impossible states, which the linearizability search
 * finds.
 */
final class KeyTimeline {
    private final History history;

    /** Completed operations by response time. */
    private final int[] byEnd;

    private final long[] ends;

    /** Completed operations that may have changed something, by invocation time. */
    private final int[] changes;

    private final long[] starts;

    /** Element i: the latest response among the first i changes. */
    private final long[] latestEnds;

    /** Changes without a response; each may have an end by which it has taken effect, if ever. */
    private final int[] endless;

    KeyTimeline(History history, int[] ops) {
        this.history = history;
        byEnd = select(ops, Outcome.OK, false);
        IndexSort.sort(byEnd, history::responded);
        ends = Arrays.stream(byEnd).mapToLong(history::responded).toArray();
        changes = select(ops, Outcome.OK, true);
        IndexSort.sort(changes, history::invoked);
        starts = Arrays.stream(changes).mapToLong(history::invoked).toArray();
        latestEnds = Arrays.stream(changes).mapToLong(history::responded).toArray();
        for (int i = 1; i < latestEnds.length; i++) {
            latestEnds[i] = Math.max(latestEnds[i - 1], latestEnds[i]);
        }
        endless = select(ops, Outcome.UNKNOWN, true);
    }

    private int[] select(int[] ops, Outcome outcome, boolean onlyChanges) {
        return Arrays.stream(ops)
                .filter(op -> history.outcome(op) == outcome)
                .filter(op -> !onlyChanges || OpFacts.mayApply(history, op))
                .toArray();
    }

    /** Whether the rule says that the state was outside the set throughout. */
    boolean certainlyOutside(StateSet set, long from, long to) {
        boolean witnessed = !set.hasAbsent();
        long since = Long.MIN_VALUE;
        for (int i = countBelow(ends, from) - 1; i >= 0; i--) {
            // This operation and all earlier ones ended by then, so none started later.
            if (witnessed && ends[i] <= since) {
                break;
            }
            if (OpFacts.leavesOutside(history, byEnd[i], set)) {
                since = Math.max(since, history.invoked(byEnd[i]));
                witnessed = true;
            }
        }
        return witnessed && !mayEnter(set, since, to);
    }

    private boolean mayEnter(StateSet set, long since, long to) {
        for (int op : endless) {
            if (history.invoked(op) <= to
                    && history.responded(op) >= since
                    && OpFacts.mayEnter(history, op, set)) {
                return true;
            }
        }
        int started = to == Long.MAX_VALUE ? starts.length : countBelow(starts, to + 1);
        for (int i = started - 1; i >= 0 && latestEnds[i] >= since; i--) {
            int op = changes[i];
            if (history.responded(op) >= since && OpFacts.mayEnter(history, op, set)) {
                return true;
            }
        }
        return false;
    }

    /** How many of the sorted times are less than {@code bound}. */
    private static int countBelow(long[] times, long bound) {
        int low = 0;
        int high = times.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] < bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
