package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;

import org.jspecify.annotations.Nullable;

/**
 * Combines gets and puts of the same key by threads of one process: the leader of the waiting
 * threads puts the last of their values, and all gets return that value; if no thread puts, the
 * leader gets for all.
 *
 * <p>All these threads queued before the leader's operation began and wait until it is done. So
 * each operation takes effect between its call and its return: the puts one after the other at the
 * moment of the leader's put, the gets directly after them. The first put reports whether the key
 * was new, the others that it was present. If the leader fails, the outcome of its put is unknown:
 * all puts throw the failure, and each get is repeated by its own thread.
 */
public final class DelegatingPartition implements Partition {
    /** Chosen: as many operations as a process usually has threads. */
    private static final int MOST_AT_ONCE = 64;

    private final Partition own;
    private final DelegationTable table;
    private final long tree;
    private final DelegatedOperation operation;
    private final DelegatedOperation[] served = new DelegatedOperation[MOST_AT_ONCE];
    private final Lookup lookup = new Lookup();
    private int size;

    public DelegatingPartition(Partition own, DelegationTable table, long tree, Host host) {
        this.own = own;
        this.table = table;
        this.tree = tree;
        this.operation = new DelegatedOperation(host);
    }

    @Override
    public boolean get(long key, Lookup into) {
        if (!table.enter(operation.get(tree, key))) {
            return own.get(key, into);
        }
        switch (operation.state()) {
            case LEADS -> serve(key);
            case FAILED -> {
                return own.get(key, into);
            }
            case WAITS, DONE -> {}
        }
        into.value = operation.value();
        return operation.result();
    }

    /** Not combined: lookups of many keys would wait for other threads at each of them. */
    @Override
    public void start(Lookups wanted) {
        own.start(wanted);
    }

    @Override
    public void finish(Lookups wanted) {
        own.finish(wanted);
    }

    /** Not combined, as lookups of many keys are not. */
    @Override
    public void start(KeyOperations wanted) {
        own.start(wanted);
    }

    @Override
    public void finish(KeyOperations wanted) {
        own.finish(wanted);
    }

    @Override
    public boolean change(Change change, long key, long value, long expected) {
        if (change != Change.PUT || !table.enter(operation.put(tree, key, value))) {
            return own.change(change, key, value, expected);
        }
        switch (operation.state()) {
            case LEADS -> serve(key);
            case FAILED -> throw operation.failure();
            case WAITS, DONE -> {}
        }
        return operation.result();
    }

    /**
     * Executes the queued operations for a key, its own first, and makes the next one the leader.
     */
    private void serve(long key) {
        DelegatedOperation lastPut = collect();
        DelegatedOperation last = served[size - 1];
        try {
            boolean met =
                    lastPut != null
                            ? own.change(Change.PUT, key, lastPut.value(), 0)
                            : own.get(key, lookup);
            long value = lastPut != null ? lastPut.value() : lookup.value;
            DelegatedOperation behind = table.behind(last);
            distribute(met, value, lastPut != null);
            grant(behind);
        } catch (RuntimeException | Error e) {
            DelegatedOperation behind = table.behind(last);
            for (int i = 0; i < size; i++) {
                served[i].failed(e);
            }
            grant(behind);
            throw e;
        }
    }

    /** Collects the queued operations for the key; returns the last put, or null. */
    private @Nullable DelegatedOperation collect() {
        size = 0;
        DelegatedOperation lastPut = null;
        for (DelegatedOperation each = operation;
                each != null && each.isFor(operation) && size < MOST_AT_ONCE;
                each = each.next()) {
            served[size++] = each;
            lastPut = each.puts() ? each : lastPut;
        }
        return lastPut;
    }

    private void distribute(boolean met, long value, boolean put) {
        boolean first = true;
        for (int i = 0; i < size; i++) {
            DelegatedOperation each = served[i];
            boolean puts = each.puts();
            boolean result = puts ? met && first : put || met;
            first &= !puts;
            each.done(result, value);
        }
    }

    private static void grant(@Nullable DelegatedOperation behind) {
        if (behind != null) {
            behind.lead();
        }
    }

    @Override
    public Cursor scan(RangeQuery query) {
        return own.scan(query);
    }

    @Override
    public long count(long from, long to) {
        return own.count(from, to);
    }

    @Override
    public Loader loader(double fill) {
        return own.loader(fill);
    }

    @Override
    public void walk(BTreeVerifier walk) {
        own.walk(walk);
    }

    @Override
    public void goUncached() {
        own.goUncached();
    }

    @Override
    public void close() {
        own.close();
    }
}
