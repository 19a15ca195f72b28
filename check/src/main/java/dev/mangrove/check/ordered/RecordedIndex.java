package dev.mangrove.check.ordered;

import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.check.history.History;
import dev.mangrove.check.history.KeyCount;
import dev.mangrove.check.history.LifetimeHistory;
import dev.mangrove.check.history.RangeHistory;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A client's view of an index; what it does goes into the journal. */
public final class RecordedIndex {
    /** Longest time that an operation may take besides the long pauses of a run. */
    public static final long LONGEST_NANOS = 5_000_000_000L;

    /**
     * Longest time for which a value may be found after its time to live, besides the pauses of a
     * run. Chosen: some ticks of a server's clock.
     */
    static final long LATEST_EXPIRY_NANOS = 5_000_000;

    private static final int ENDLESS = 10_000;

    private final OrderedJournal journal;
    private final History history;
    private final OrderedIndex index;
    private final SimHost host;
    private final int client;

    public RecordedIndex(OrderedJournal journal, OrderedIndex index, SimHost host, int client) {
        this.journal = journal;
        this.history = journal.history();
        this.index = index;
        this.host = host;
        this.client = client;
    }

    /** Additions and changes of lifetimes; null if values of the index do not expire. */
    @Nullable RecordedLifetimes lifetimes() {
        return index instanceof ExpiringValues values
                ? new RecordedLifetimes(journal, this, values, host, client)
                : null;
    }

    public OptionalLong get(long key) {
        int op = history.invokeGet(client, key, tick());
        long start = host.nanoTime();
        OptionalLong value = read("get " + key, () -> index.get(key));
        if (value.isPresent()) {
            foundAt(key, value.getAsLong(), start);
            history.found(op, value.getAsLong(), tick());
        } else {
            history.foundAbsent(op, tick());
        }
        return value;
    }

    /** Gets different keys at once; each is a get that lasts as long as all of them. */
    public void getAll(long... keys) {
        int[] ops = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            ops[i] = history.invokeGet(client, keys[i], tick());
        }
        long start = host.nanoTime();
        long[] values = new long[keys.length];
        boolean[] present = new boolean[keys.length];
        int _ = read("getAll " + Arrays.toString(keys), () -> index.getAll(keys, values, present));
        for (int i = 0; i < keys.length; i++) {
            if (present[i]) {
                foundAt(keys[i], values[i], start);
                history.found(ops[i], values[i], tick());
            } else {
                history.foundAbsent(ops[i], tick());
            }
        }
    }

    public boolean contains(long key) {
        int op = history.invokeGet(client, key, tick());
        return conditional(op, read("contains " + key, () -> index.contains(key)));
    }

    /** A put that found a value, but does not tell which, is one that wanted the key present. */
    public boolean put(long key, long value) {
        long invoked = tick();
        int op = history.invokePut(client, key, value, invoked);
        Runnable expiring = expiring(key, value, invoked);
        boolean isNew = put(op, key, value, invoked);
        expiring.run();
        return isNew;
    }

    /** Notes that a value may expire, if it may; run the result after its put. */
    private Runnable expiring(long key, long value, long invoked) {
        long ttl = index instanceof ExpiringValues values ? values.ttlNanos(value) : 0;
        if (ttl == 0) {
            return () -> {};
        }
        LifetimeHistory.Response put = journal.lifetimes().invokePut(client, key, value, invoked);
        long start = host.nanoTime();
        return () -> {
            put.at(tick());
            long latest = host.nanoTime() + ttl + LATEST_EXPIRY_NANOS;
            journal.expiryTimes().expires(value, start, latest);
        };
    }

    private boolean put(int op, long key, long value, long invoked) {
        boolean isNew = change(op, "put " + key + " " + value, () -> index.put(key, value));
        putDone(op, key, value, invoked, isNew);
        journal.expiryTimes().written(value, host.nanoTime());
        return isNew;
    }

    /** A value that was found at a time must not have expired long before. */
    private void foundAt(long key, long value, long time) {
        long latest = journal.expiryTimes().latest(key, value);
        if (time > latest + host.cluster().injector().stoppedNanos()) {
            journal.violation(
                    client,
                    "key %d has value %d, which expired %d us before"
                            .formatted(key, value, (time - latest) / 1_000));
        }
    }

    private void putDone(int op, long key, long value, long invoked, boolean isNew) {
        long responded = tick();
        if (isNew) {
            history.foundAbsent(op, responded);
        } else {
            history.failed(op, responded);
            int overwrite = history.invokePutIfPresent(client, key, value, invoked);
            history.succeeded(overwrite, responded);
        }
    }

    public boolean putIfAbsent(long key, long value) {
        int op = history.invokePutIfAbsent(client, key, value, tick());
        return conditional(
                op,
                change(
                        op,
                        "putIfAbsent " + key + " " + value,
                        () -> index.putIfAbsent(key, value)));
    }

    public boolean replace(long key, long expected, long value) {
        int op = history.invokeReplace(client, key, expected, value, tick());
        return conditional(
                op,
                change(
                        op,
                        "replace " + key + " " + expected + " " + value,
                        () -> index.replace(key, expected, value)));
    }

    public boolean delete(long key) {
        int op = history.invokeDelete(client, key, tick());
        return conditional(op, change(op, "delete " + key, () -> index.delete(key)));
    }

    public boolean delete(long key, long expected) {
        int op = history.invokeDeleteIfEqual(client, key, expected, tick());
        return conditional(
                op,
                change(op, "delete " + key + " " + expected, () -> index.delete(key, expected)));
    }

    /**
     * Applies a batch; each of its operations lasts as long as all of them. Throws a failure of one
     * of them after all have been recorded.
     */
    public void applyAll(OrderedBatch batch) {
        int size = batch.size();
        long[] invoked = new long[size];
        int[] ops = new int[size];
        Runnable[] expiring = new Runnable[size];
        for (int i = 0; i < size; i++) {
            invoked[i] = tick();
            ops[i] = invoke(batch, i, invoked[i]);
            boolean puts = batch.operation(i) == OrderedBatch.Operation.PUT;
            expiring[i] = puts ? expiring(batch.key(i), batch.newValue(i), invoked[i]) : () -> {};
        }
        int _ = timed(describe(batch), size, () -> applyAll(batch, ops, invoked, expiring));
    }

    private int applyAll(OrderedBatch batch, int[] ops, long[] invoked, Runnable[] expiring) {
        int failed = index.applyAll(batch);
        RuntimeException thrown = null;
        for (int i = 0; i < batch.size(); i++) {
            RuntimeException failure = batch.failure(i);
            if (failure == null) {
                complete(batch, i, ops[i], invoked[i]);
                expiring[i].run();
            } else if (failure instanceof MemoryExhaustedException) {
                refused(batch, i, ops[i], failure);
                thrown = thrown == null ? failure : thrown;
            } else {
                thrown = failure; // The connection may be lost, which counts more.
            }
        }
        if (thrown != null) {
            throw thrown;
        }
        return failed;
    }

    private int invoke(OrderedBatch batch, int i, long time) {
        long key = batch.key(i);
        long value = batch.newValue(i);
        return switch (batch.operation(i)) {
            case GET -> history.invokeGet(client, key, time);
            case PUT -> history.invokePut(client, key, value, time);
            case PUT_IF_ABSENT -> history.invokePutIfAbsent(client, key, value, time);
            case REPLACE -> history.invokeReplace(client, key, batch.expected(i), value, time);
            case DELETE -> history.invokeDelete(client, key, time);
            case DELETE_IF_EQUAL ->
                    history.invokeDeleteIfEqual(client, key, batch.expected(i), time);
        };
    }

    private void complete(OrderedBatch batch, int i, int op, long invoked) {
        boolean met = batch.result(i);
        switch (batch.operation(i)) {
            case GET -> {
                if (met) {
                    history.found(op, batch.valueOrDefault(i, 0), tick());
                } else {
                    history.foundAbsent(op, tick());
                }
            }
            case PUT -> putDone(op, batch.key(i), batch.newValue(i), invoked, met);
            case PUT_IF_ABSENT, REPLACE, DELETE, DELETE_IF_EQUAL -> {
                boolean _ = conditional(op, met);
            }
        }
    }

    /** Only an operation that adds an entry needs memory of servers. */
    private void refused(OrderedBatch batch, int i, int op, RuntimeException failure) {
        switch (batch.operation(i)) {
            case PUT, PUT_IF_ABSENT -> history.failed(op, tick());
            case GET, REPLACE, DELETE, DELETE_IF_EQUAL ->
                    journal.violation(
                            client,
                            batch.operation(i) + " of " + batch.key(i) + " failed: " + failure);
        }
    }

    private static String describe(OrderedBatch batch) {
        StringBuilder text = new StringBuilder("applyAll");
        for (int i = 0; i < batch.size(); i++) {
            text.append(i == 0 ? " " : ", ").append(batch.operation(i));
            text.append(' ').append(batch.key(i));
        }
        return text.toString();
    }

    /**
     * Reads a range, or its beginning.
     *
     * @param most entries after which to close it
     * @param meanwhile what to do after the first entry
     */
    public int range(RangeQuery query, int most, Runnable meanwhile) {
        long invoked = tick();
        long start = host.nanoTime();
        List<long[]> entries = read(query.toString(), () -> entries(query, most, meanwhile));
        RangeHistory ranges = journal.ranges();
        for (long[] entry : entries) {
            ranges.entry(entry[0], entry[1]);
            foundAt(entry[0], entry[1], start);
        }
        int limit = (int) Math.min(most, Math.min(query.limit(), RangeHistory.NO_LIMIT));
        if (query.descending()) {
            ranges.descending(client, query.from(), query.to(), limit, invoked, tick());
        } else {
            ranges.ascending(client, query.from(), query.to(), limit, invoked, tick());
        }
        return entries.size();
    }

    public long count(long from, long to) {
        long invoked = tick();
        long found = read("count " + from + " " + to, () -> index.count(from, to));
        journal.counted(new KeyCount(client, from, to, found, invoked, tick()));
        return found;
    }

    private List<long[]> entries(RangeQuery query, int most, Runnable meanwhile) {
        List<long[]> entries = new ArrayList<>();
        try (Cursor cursor = index.range(query)) {
            while (entries.size() < most && cursor.next()) {
                entries.add(new long[] {cursor.key(), cursor.value()});
                if (entries.size() == 1) {
                    meanwhile.run();
                }
                if (entries.size() == ENDLESS) {
                    throw new IllegalStateException("a range does not end");
                }
            }
        }
        return entries;
    }

    private boolean conditional(int op, boolean holds) {
        if (holds) {
            history.succeeded(op, tick());
        } else {
            history.refused(op, tick());
        }
        return holds;
    }

    /** A change that is refused for lack of memory has not happened and never will. */
    <T> T change(int op, String what, Supplier<T> operation) {
        try {
            return timed(what, 1, operation);
        } catch (MemoryExhaustedException e) {
            history.failed(op, tick());
            throw e;
        }
    }

    /** Reading needs no memory of servers. */
    <T> T read(String what, Supplier<T> operation) {
        try {
            return timed(what, 1, operation);
        } catch (MemoryExhaustedException e) {
            journal.violation(client, what + " failed: " + e);
            throw e;
        }
    }

    /** Operations of a batch may take as long together as one after the other. */
    <T> T timed(String what, int operations, Supplier<T> operation) {
        journal.begins(client, what);
        long start = host.nanoTime();
        try {
            T result = operation.get();
            journal.ends(client, result instanceof List<?> list ? list.size() : result);
            return result;
        } finally {
            long taken = host.nanoTime() - start;
            long longest = operations * LONGEST_NANOS;
            if (taken > longest + host.cluster().injector().stoppedNanos()) {
                journal.violation(client, what + " took " + taken / 1_000_000 + " ms");
            }
        }
    }

    private long tick() {
        return journal.findings().tick();
    }
}
