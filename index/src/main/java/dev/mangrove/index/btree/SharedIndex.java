package dev.mangrove.index.btree;

import dev.mangrove.fabric.Meter;
import dev.mangrove.fabric.Verb;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.partition.MergedCursor;
import dev.mangrove.index.btree.partition.Partition;
import dev.mangrove.index.btree.partition.Shares;
import dev.mangrove.index.btree.partition.SharesCursor;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedMap;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.session.ViewOperations;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.OptionalLong;

/** One thread's view of an index whose keys are divided among one or more trees. */
final class SharedIndex implements OrderedIndex {
    private final Session session;
    private final SessionPages pages;
    private final Shares shares;
    private final Partition[] partitions;
    private final int fanout;
    private final Runnable end;
    private final ViewOperations operations;
    private final Lookup lookup = new Lookup();
    private final ViewCursor cursor;
    private @Nullable ManyGets manyGets;
    private @Nullable BatchRun batchRun;

    SharedIndex(
            Session session,
            String name,
            SessionPages pages,
            LossWatch losses,
            Shares shares,
            Partition[] partitions,
            int fanout,
            Runnable end) {
        this.session = session;
        this.operations =
                new ViewOperations(
                        Failures.ofView(name, session),
                        losses,
                        pages::checkPresence,
                        this::withoutLost);
        this.cursor = new ViewCursor(operations.guard(), operations::confirm, operations::failed);
        this.pages = pages;
        this.shares = shares;
        this.partitions = partitions;
        this.fanout = fanout;
        this.end = end;
        if (losses.anyLost()) {
            withoutLost();
        }
    }

    @Override
    public long getOrDefault(long key, long absent) {
        operations.begin();
        try {
            return find(key) ? lookup.value : absent;
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public OptionalLong get(long key) {
        operations.begin();
        try {
            return find(key) ? OptionalLong.of(lookup.value) : OptionalLong.empty();
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public int getAll(long[] keys, long[] values, boolean[] present) {
        ManyGets.checkRoom("values", values.length, keys.length);
        ManyGets.checkRoom("present", present.length, keys.length);
        operations.begin();
        try {
            int found = manyGets().run(keys, values, present);
            operations.count(keys.length - 1L);
            operations.confirm();
            return found;
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    private ManyGets manyGets() {
        ManyGets made = manyGets;
        if (made == null) {
            made = new ManyGets(partitions, shares);
            manyGets = made;
        }
        return made;
    }

    @Override
    public boolean contains(long key) {
        operations.begin();
        try {
            return find(key);
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public boolean put(long key, long value) {
        return change(Change.PUT, key, value, 0);
    }

    @Override
    public boolean putIfAbsent(long key, long value) {
        return change(Change.PUT_IF_ABSENT, key, value, 0);
    }

    @Override
    public boolean replace(long key, long expected, long value) {
        return change(Change.REPLACE, key, value, expected);
    }

    @Override
    public boolean delete(long key) {
        return change(Change.DELETE, key, 0, 0);
    }

    @Override
    public boolean delete(long key, long expected) {
        return change(Change.DELETE_IF_EQUAL, key, 0, expected);
    }

    @Override
    public int applyAll(OrderedBatch batch) {
        Objects.requireNonNull(batch, "batch");
        operations.begin();
        try {
            operations.count(Math.max(0, batch.size() - 1L));
            return batchRun().run(batch);
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    private BatchRun batchRun() {
        BatchRun made = batchRun;
        if (made == null) {
            made = new BatchRun(partitions, shares, operations::confirm, this::failed);
            batchRun = made;
        }
        return made;
    }

    @Override
    public Cursor range(RangeQuery query) {
        Objects.requireNonNull(query, "query");
        operations.begin();
        try {
            checkNoCursor();
            return cursor.over(query, scan(query));
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    private void checkNoCursor() {
        if (cursor.isOpen()) {
            throw new IllegalStateException(
                    "another cursor of this view is open; close it, or open another view");
        }
    }

    private Cursor scan(RangeQuery query) {
        if (partitions.length == 1) {
            return partitions[0].scan(query);
        }
        return shares.isHashed()
                ? new MergedCursor(partitions, query)
                : new SharesCursor(partitions, shares, query);
    }

    @Override
    public long count(long from, long to) {
        operations.begin();
        try {
            checkNoCursor();
            long count = from > to ? 0 : countShares(from, to);
            operations.confirm();
            return count;
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    private long countShares(long from, long to) {
        int first = shares.isHashed() ? 0 : shares.of(from);
        int last = shares.isHashed() ? partitions.length - 1 : shares.of(to);
        long count = 0;
        for (int share = first; share <= last; share++) {
            count += partitions[share].count(from, to);
        }
        return count;
    }

    @Override
    public long bulkLoad(Entries sorted, double fill) {
        Objects.requireNonNull(sorted, "sorted");
        if (!(fill > 0 && fill <= 1)) {
            throw new IllegalArgumentException("fill is more than 0 and at most 1: fill=" + fill);
        }
        try (Cursor any = range(RangeQuery.all().limit(1))) {
            if (any.next()) {
                throw new IllegalStateException(
                        "the index is not empty; load into an empty one, or put");
            }
        }
        operations.begin();
        try {
            long loaded = new ShareLoad(shares, partitions, fill).run(sorted);
            operations.confirm();
            return loaded;
        } catch (RuntimeException e) {
            throw operations.failed(e, "bulkLoad");
        } finally {
            operations.end();
        }
    }

    @Override
    public Verification verify() {
        operations.begin();
        try {
            Verification found = new IndexVerification(pages, partitions).run();
            operations.confirm();
            return found;
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public OrderedStatistics statistics() {
        BTreeVerifier walk = walk();
        return new OrderedStatistics(
                walk.height(),
                walk.leaves(),
                walk.inners(),
                walk.entries(),
                (double) walk.entries() / Math.max(1, walk.leaves() * fanout));
    }

    @Override
    public OrderedCosts costs() {
        Meter[] meters = session.meters();
        return new OrderedCosts(
                operations.count(),
                sum(meters, Meter::roundTrips),
                sum(meters, Meter::bytesRead) + sum(meters, Meter::bytesReceived),
                sum(meters, Meter::bytesWritten),
                sum(meters, Meter::atomics),
                sum(meters, meter -> meter.requests(Verb.SEND)));
    }

    @Override
    public OrderedMap asMap() {
        operations.begin();
        operations.end();
        return OrderedMap.of(this);
    }

    @Override
    public void close() {
        if (!operations.beginClose()) {
            return;
        }
        try {
            cursor.end();
            if (!session.isClosed()) {
                pages.close();
            }
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
            session.close();
            end.run();
        }
    }

    private BTreeVerifier walk() {
        operations.begin();
        try {
            BTreeVerifier walk = new IndexVerification(pages, partitions).walk();
            walk.throwIfLost();
            operations.confirm();
            return walk;
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    private boolean find(long key) {
        boolean there = partitions[shares.of(key)].get(key, lookup);
        operations.confirm();
        return there;
    }

    private boolean change(Change change, long key, long value, long expected) {
        operations.begin();
        try {
            boolean met = partitions[shares.of(key)].change(change, key, value, expected);
            operations.confirm();
            return met;
        } catch (RuntimeException e) {
            throw failed(e, change, key);
        } finally {
            operations.end();
        }
    }

    /** The exception of a failed change of a key, or of a failed read if the change is null. */
    private RuntimeException failed(RuntimeException failure, @Nullable Change change, long key) {
        return change == null
                ? operations.failed(failure)
                : operations.failed(failure, change + " of key " + key);
    }

    /** Goes on with the servers that are not lost. */
    private void withoutLost() {
        pages.forgetLost();
        for (Partition partition : partitions) {
            partition.goUncached();
        }
    }

    private static long sum(Meter[] meters, java.util.function.ToLongFunction<Meter> what) {
        long sum = 0;
        for (Meter meter : meters) {
            sum += what.applyAsLong(meter);
        }
        return sum;
    }
}
