package dev.mangrove.check.history;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What clients have done to the lifetimes of values. To a {@link History} the end of a value is a
 * delete of it that takes effect at some time, or never: {@link #addEndsTo} adds those deletes.
 *
 * <ul>
 *   <li>A value that was put with a short time to live may end after the invocation of the put.
 *   <li>A client that shortens the lifetime of a key does not know its value: each value that the
 *       key can have had meanwhile may end after the invocation.
 *   <li>A sum may end if its key had a short lifetime at some time, because an addition keeps the
 *       expiry. A sum that is not known may end like any value.
 *   <li>A client that makes a key last bounds all that: a value that was there before, and stays
 *       until after the response, does not end any more, unless another client shortens its
 *       lifetime again.
 * </ul>
 *
 * <p>Not thread-safe.
 */
public final class LifetimeHistory {
    private final List<Lifetime> shorts = new ArrayList<>();
    private final List<Lifetime> lasting = new ArrayList<>();
    private final Set<Long> keys = new HashSet<>();

    /** A change of a lifetime: the value that may end if it is known, and when it was made. */
    private static final class Lifetime {
        private final int client;
        private final long key;
        private final boolean known;
        private final long value;
        private final long invoked;
        private long responded = History.NEVER;

        private Lifetime(int client, long key, boolean known, long value, long invoked) {
            this.client = client;
            this.key = key;
            this.known = known;
            this.value = value;
            this.invoked = invoked;
        }
    }

    /** The response of a change of a lifetime; a change without one may have happened or not. */
    @FunctionalInterface
    public interface Response {
        /** Records the response. */
        void at(long time);
    }

    /** Records the start of a put of a value with a short time to live. */
    public Response invokePut(int client, long key, long value, long time) {
        return shortened(new Lifetime(client, key, true, value, time));
    }

    /** Records the start of a change that gives a key a short time to live. */
    public Response invokeShorten(int client, long key, long time) {
        return shortened(new Lifetime(client, key, false, 0, time));
    }

    private Response shortened(Lifetime change) {
        keys.add(change.key);
        shorts.add(change);
        return time -> change.responded = time;
    }

    /** Records that a key may have a short lifetime from now on. */
    public void mayEnd(long key) {
        keys.add(key);
    }

    /** Records the start of a change after which the key's value does not end. */
    public Response invokeLast(int client, long key, long time) {
        Lifetime change = new Lifetime(client, key, false, 0, time);
        lasting.add(change);
        return end -> change.responded = end;
    }

    /** Adds the ends of values to the history of all operations. */
    public void addEndsTo(History history) {
        KeyPartition partition = KeyPartition.of(history);
        for (Lifetime change : shorts) {
            int index = partition.indexOf(change.key);
            if (change.known) {
                addEnd(history, change, change.value);
            } else if (index >= 0) {
                addEnds(history, change, partition.ops(index));
            }
        }
        for (long key : keys) {
            int index = partition.indexOf(key);
            for (int op : index < 0 ? new int[0] : partition.ops(index)) {
                addEndOfSum(history, op);
            }
        }
    }

    /** Of each value that the key can have had while its lifetime was shortened. */
    private void addEnds(History history, Lifetime change, int[] ops) {
        KeyTimeline timeline = new KeyTimeline(history, ops);
        Set<Long> tried = new HashSet<>();
        for (int op : ops) {
            if (history.invoked(op) > change.responded || !writesValue(history, op)) {
                continue;
            }
            long value = written(history, op);
            if (tried.add(value)
                    && !timeline.certainlyOutside(
                            StateSet.only(value), change.invoked, change.responded)) {
                addEnd(history, change, value);
            }
        }
    }

    private static boolean writesValue(History history, int op) {
        return OpFacts.mayApply(history, op)
                && switch (history.kind(op)) {
                    case GET, DELETE, DELETE_IF_EQUAL -> false;
                    case FETCH_ADD -> history.outcome(op) == Outcome.OK;
                    case PUT, PUT_IF_ABSENT, PUT_IF_PRESENT, REPLACE -> true;
                };
    }

    private static long written(History history, int op) {
        return history.kind(op) == OpKind.FETCH_ADD
                ? OpFacts.valueAfter(history, op)
                : history.argument(op);
    }

    private void addEndOfSum(History history, int op) {
        if (history.kind(op) != OpKind.FETCH_ADD) {
            return;
        }
        int client = history.client(op);
        long key = history.key(op);
        if (history.outcome(op) == Outcome.OK) {
            Lifetime sum = new Lifetime(client, key, true, 0, history.invoked(op));
            sum.responded = history.responded(op);
            addEnd(history, sum, OpFacts.valueAfter(history, op));
        } else {
            int _ = history.invokeDelete(client, key, history.invoked(op));
        }
    }

    private void addEnd(History history, Lifetime change, long value) {
        int end = history.invokeDeleteIfEqual(change.client, change.key, value, change.invoked);
        long latest =
                lasting.stream()
                        .filter(other -> other.key == change.key)
                        .filter(other -> other.invoked > change.responded)
                        .mapToLong(other -> other.responded)
                        .min()
                        .orElse(History.NEVER);
        if (latest != History.NEVER) {
            history.endsBy(end, latest);
        }
    }
}
