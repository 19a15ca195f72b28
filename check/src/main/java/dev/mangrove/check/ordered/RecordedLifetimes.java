package dev.mangrove.check.ordered;

import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.history.History;
import dev.mangrove.check.history.LifetimeHistory;
import dev.mangrove.sim.SimHost;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** A client's additions and changes of lifetimes, which go into the journal. */
final class RecordedLifetimes {
    private final OrderedJournal journal;
    private final History history;
    private final RecordedIndex index;
    private final ExpiringValues values;
    private final SimHost host;
    private final int client;

    RecordedLifetimes(
            OrderedJournal journal,
            RecordedIndex index,
            ExpiringValues values,
            SimHost host,
            int client) {
        this.journal = journal;
        this.history = journal.history();
        this.index = index;
        this.values = values;
        this.host = host;
        this.client = client;
    }

    /**
     * Adds to a counter. An absent one counts as 0. A key whose value is no counter was present.
     *
     * @param ttl time to live of a new counter in nanoseconds, or 0
     */
    OptionalLong add(long key, long delta, long ttl) {
        int op = history.invokeFetchAdd(client, key, delta, journal.findings().tick());
        if (ttl > 0) {
            journal.lifetimes().mayEnd(key);
        }
        long start = host.nanoTime();
        OptionalLong sum =
                index.change(
                        op,
                        "add " + key + " " + delta + " " + ttl,
                        () -> values.add(key, delta, ttl));
        added(op, delta, sum);
        if (ttl > 0 && sum.isPresent() && sum.getAsLong() == delta) {
            journal.expiryTimes().expires(delta, start, latest(ttl));
        }
        return sum;
    }

    /** Adds to several counters at once; each addition lasts as long as all of them. */
    void addAll(long[] keys, long[] deltas) {
        int[] ops = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            ops[i] = history.invokeFetchAdd(client, keys[i], deltas[i], journal.findings().tick());
        }
        OptionalLong[] sums =
                index.timed(
                        "addAll " + Arrays.toString(keys),
                        keys.length,
                        () -> values.addAll(keys, deltas));
        for (int i = 0; i < keys.length; i++) {
            added(ops[i], deltas[i], sums[i]);
        }
    }

    private void added(int op, long delta, OptionalLong sum) {
        long responded = journal.findings().tick();
        if (sum.isEmpty()) {
            history.failed(op, responded);
            int read = history.invokeGet(client, history.key(op), history.invoked(op));
            history.succeeded(read, responded);
            return;
        }
        long after = sum.getAsLong();
        history.found(op, after - delta, responded);
        ExpiryTimes times = journal.expiryTimes();
        times.inherits(after, after - delta);
        times.written(after, host.nanoTime());
    }

    /**
     * Gives a key a time to live: {@link ExpiringValues#ENDLESS_NANOS}, or a short one. To the
     * history it is a read that tells whether the key is present.
     */
    boolean expire(long key, long ttl) {
        boolean shortens = ttl < ExpiringValues.ENDLESS_NANOS;
        long start = host.nanoTime();
        boolean met =
                change(
                        key,
                        shortens,
                        "expire " + key + " " + ttl,
                        () -> values.expire(key, ttl),
                        (op, time) -> history.refused(op, time));
        ExpiryTimes times = journal.expiryTimes();
        if (shortens && met) {
            times.shortened(key, start, host.nanoTime(), latest(ttl));
        } else {
            times.changed(key, host.nanoTime());
        }
        return met;
    }

    /**
     * Takes the expiry of a key away. If it had one it was present; if not, nothing is known of the
     * key, except that it does not end.
     */
    boolean persist(long key) {
        boolean met =
                change(
                        key,
                        false,
                        "persist " + key,
                        () -> values.persist(key),
                        (op, time) -> history.failed(op, time));
        journal.expiryTimes().changed(key, host.nanoTime());
        return met;
    }

    /** What a response says that the operation's condition did not hold. */
    @FunctionalInterface
    private interface Unmet {
        void at(int op, long time);
    }

    private boolean change(
            long key, boolean shortens, String what, BooleanSupplier operation, Unmet unmet) {
        long invoked = journal.findings().tick();
        LifetimeHistory lifetimes = journal.lifetimes();
        LifetimeHistory.Response change =
                shortens
                        ? lifetimes.invokeShorten(client, key, invoked)
                        : lifetimes.invokeLast(client, key, invoked);
        int op = history.invokeGet(client, key, invoked);
        journal.expiryTimes().changing(key);
        try {
            boolean met = index.change(op, what, operation::getAsBoolean);
            long responded = journal.findings().tick();
            change.at(responded);
            if (met) {
                history.succeeded(op, responded);
            } else {
                unmet.at(op, responded);
            }
            return met;
        } catch (MemoryExhaustedException e) {
            journal.expiryTimes().changed(key, host.nanoTime());
            throw e;
        }
    }

    /** The time that a key has left in nanoseconds. */
    OptionalLong left(long key) {
        long invoked = journal.findings().tick();
        OptionalLong left = index.read("ttl " + key, () -> values.leftNanos(key));
        long responded = journal.findings().tick();
        if (left.isPresent()) {
            history.succeeded(history.invokeGet(client, key, invoked), responded);
            long most = ExpiringValues.ENDLESS_NANOS + RecordedIndex.LATEST_EXPIRY_NANOS;
            if (left.getAsLong() <= 0 || left.getAsLong() > most) {
                journal.violation(client, "key " + key + " has " + left.getAsLong() + " ns left");
            }
        }
        return left;
    }

    private long latest(long ttl) {
        return host.nanoTime() + ttl + RecordedIndex.LATEST_EXPIRY_NANOS;
    }
}
