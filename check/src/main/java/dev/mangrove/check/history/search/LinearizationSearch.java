package dev.mangrove.check.history.search;

import dev.mangrove.check.history.History;
import dev.mangrove.check.history.Verdict;

import java.util.Arrays;

/**
 * Decides whether one key's operations have an order of effects that respects real time and
 * explains every response. The search is exact: just-in-time linearization (Lowe, "Testing for
 * linearizability", 2017), in which an operation takes effect only when the search cannot pass some
 * return otherwise.
 *
 * <p>It walks the calls and returns in order of time with a <em>configuration</em>: the state of
 * the register, and for each pending operation whether it is <em>settled</em> (need not take effect
 * any more) and whether it is <em>used</em> (has visibly changed the state and cannot again).
 *
 * <ol>
 *   <li>Call of an operation: it becomes pending. If its outcome is unknown it is settled at once,
 *       and then it may return without having been used.
 *   <li>Whenever the state changes or an operation is called: every pending operation that could
 *       take effect here without changing the state is settled. That excludes no solution, as the
 *       operation may still be used later.
 *   <li>Return of an operation: if it is settled, it is no longer pending. If it is not, a series
 *       of pending operations must take effect until it is; every choice of the next one is a
 *       successor. If it is settled but could still be used, the search tries both: to remove it as
 *       it is, and to use it here, as the last of such a series.
 *   <li>When a blind write (one that works in any state) takes effect, all other pending blind
 *       writes are settled: they can have taken effect just before it, without an observer. They
 *       may still be used, too.
 * </ol>
 *
 * <p>The search discards a successor if
 *
 * <ul>
 *   <li>a stored configuration covers it (see {@link ConfigurationStore}),
 *   <li>it uses an operation that has a twin, equal in all but its return, which must be used
 *       first: the one that returns first, unless that one is settled and the other is not,
 *   <li>it leaves a state that is still needed and that no operation can produce again, or
 *   <li>it reaches such a state while an operation that cannot take effect there must return before
 *       the state is needed for the last time.
 * </ul>
 *
 * <p>The search is depth-first in time, but breadth-first at each return, so that configurations
 * with fewer used operations come first and cover the others.
 */
public final class LinearizationSearch {
    private static final int NO_OPERATION = -1;

    private final CompiledOps ops;
    private final EventOrder order;
    private final StateReach reach;
    private final ConfigurationStore store;

    /** The operation in each slot at {@link #position}, or {@link #NO_OPERATION}. */
    private final int[] pending;

    /** The next event that the current configuration has to pass. */
    private int position;

    private final Configuration here;
    private long explored;

    public LinearizationSearch(History history, int[] keyOps) {
        ops = new CompiledOps(history, keyOps);
        order = new EventOrder(history, ops);
        reach = new StateReach(ops, order);
        here = new Configuration(order.slotCount());
        store = new ConfigurationStore(order.size(), here.words());
        pending = new int[order.slotCount()];
        Arrays.fill(pending, NO_OPERATION);
    }

    /**
     * Searches, once per instance. The result is UNDECIDED after more configurations than
     * operations plus {@code bound}.
     */
    public Verdict run(long bound) {
        if (advance()) {
            return Verdict.LINEARIZABLE;
        }
        while (store.current() != ConfigurationStore.NONE) {
            if (explored - ops.size() >= bound || store.full()) {
                return Verdict.UNDECIDED;
            }
            if (trySuccessor(store.current())) {
                return Verdict.LINEARIZABLE;
            }
        }
        return Verdict.VIOLATION;
    }

    /** Number of configurations tried. */
    public long explored() {
        return explored;
    }

    /** Tries the next successor of a configuration; true if it leads past the last event. */
    private boolean trySuccessor(int configuration) {
        moveTo(store.place(configuration));
        int awaited = order.op(position);
        store.load(configuration, here);
        int chosen = choose(configuration, awaited);
        if (chosen == NO_OPERATION) {
            store.dropCurrent();
            return false;
        }
        explored++;
        int left = here.state;
        apply(chosen, awaited);
        if (strands(left) || hurried()) {
            return false;
        }
        return advance();
    }

    /**
     * The next pending operation to try, in the order of their {@linkplain #rank ranks}, or {@link
     * #NO_OPERATION}.
     */
    private int choose(int configuration, int awaited) {
        long tried = store.cursor(configuration);
        long best = Long.MAX_VALUE;
        int chosen = NO_OPERATION;
        for (int op : pending) {
            if (op == NO_OPERATION || used(op) || ops.pure(op)) {
                continue;
            }
            int next = ops.step(op, here.state);
            if (next == CompiledOps.NONE || next == here.state) {
                continue;
            }
            boolean last = op == awaited || ops.step(awaited, next) == next;
            long rank = rank(op, last);
            if (rank > tried && rank < best && !yieldsToTwin(op)) {
                best = rank;
                chosen = op;
            }
        }
        store.cursor(configuration, best);
        return chosen;
    }

    /**
     * The heuristic order of successors: first an operation after which the awaited one is settled,
     * then one that must take effect, then one that can take effect in few states, then one that
     * returns early.
     */
    private long rank(int op, boolean last) {
        long rank = last ? 1 : 2;
        rank = 2 * rank + (settled(op) ? 1 : 0);
        rank = 2 * rank + (ops.blind(op) ? 1 : 0);
        int back = order.returnOf(op);
        return (rank << 32) + (back == EventOrder.NEVER ? order.size() + op : back);
    }

    private boolean yieldsToTwin(int op) {
        for (int other : pending) {
            if (other != NO_OPERATION
                    && ops.twin(other) == ops.twin(op)
                    && !used(other)
                    && returnsBefore(other, op)
                    && (settled(op) || !settled(other))) {
                return true;
            }
        }
        return false;
    }

    private boolean returnsBefore(int one, int other) {
        int difference = Integer.compare(order.returnOf(one), order.returnOf(other));
        return difference < 0 || (difference == 0 && one < other);
    }

    /** Applies an operation to the state. */
    private void apply(int op, int awaited) {
        here.state = ops.step(op, here.state);
        here.use(order.slot(op));
        boolean hides = ops.blind(op);
        for (int other : pending) {
            if (other == NO_OPERATION || settled(other)) {
                continue;
            }
            // The awaited operation takes effect last, so no later write overwrites it.
            boolean hidden = hides && other != awaited && ops.blind(other);
            if (hidden || ops.step(other, here.state) == here.state) {
                here.settle(order.slot(other));
            }
        }
    }

    /** Whether {@code lost}, a state just left or made impossible, is needed and cannot recur. */
    private boolean strands(int lost) {
        return lost != here.state && needed(lost) && !creatable(lost);
    }

    private boolean needed(int wanted) {
        if (reach.lastNeeded(wanted) >= position) {
            return true;
        }
        for (int op : pending) {
            if (op != NO_OPERATION && !settled(op) && ops.needed(op) == wanted) {
                return true;
            }
        }
        return false;
    }

    private boolean creatable(int wanted) {
        if (reach.createdFrom(position, wanted)) {
            return true;
        }
        for (int op : pending) {
            if (op != NO_OPERATION && !used(op) && !ops.pure(op) && ops.created(op) == wanted) {
                return true;
            }
        }
        return false;
    }

    /** Whether the state must persist beyond the return of a pending operation that it blocks. */
    private boolean hurried() {
        int until = reach.lastNeeded(here.state);
        if (until < position || creatable(here.state)) {
            return false;
        }
        for (int op : pending) {
            if (op != NO_OPERATION && !settled(op) && order.returnOf(op) < until) {
                return true;
            }
        }
        return false;
    }

    /** Passes events until one needs a choice; true if there are no more. */
    private boolean advance() {
        while (position < order.size()) {
            int op = order.op(position);
            if (order.isCall(position)) {
                enter(op);
            } else if (!settled(op)) {
                store.offer(position, here);
                return false;
            } else if (!used(op) && !ops.pure(op)) {
                offerUse(op);
                leave(op);
                if (ops.created(op) != CompiledOps.NONE && strands(ops.created(op))) {
                    return false;
                }
            } else {
                leave(op);
            }
        }
        return true;
    }

    /** Stores the alternative in which a settled operation is used at its return. */
    private void offerUse(int op) {
        here.unsettle(order.slot(op));
        store.offer(position, here);
        here.settle(order.slot(op));
    }

    private void enter(int op) {
        pending[order.slot(op)] = op;
        if (ops.optional(op) || ops.step(op, here.state) == here.state) {
            here.settle(order.slot(op));
        }
        position++;
    }

    private void leave(int op) {
        pending[order.slot(op)] = NO_OPERATION;
        here.free(order.slot(op));
        position++;
    }

    /** Sets {@link #pending} to its contents just before the event at {@code place}. */
    private void moveTo(int place) {
        while (position < place) {
            int op = order.op(position);
            pending[order.slot(op)] = order.isCall(position) ? op : NO_OPERATION;
            position++;
        }
        while (position > place) {
            position--;
            int op = order.op(position);
            pending[order.slot(op)] = order.isCall(position) ? NO_OPERATION : op;
        }
    }

    private boolean settled(int op) {
        return here.settled(order.slot(op));
    }

    private boolean used(int op) {
        return here.used(order.slot(op));
    }
}
