package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Meter;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.bytes.BytesStatistics;
import dev.mangrove.index.bytes.client.ViewBytesCursor;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.page.bytes.Extent;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.session.ViewOperations;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** One thread's view of an index of byte strings that clients read and change themselves. */
final class SpreadBytesIndex implements BytesIndex {
    /**
     * Looks after which a verification takes expired entries as it has found them. Chosen: a keeper
     * that removes them has gone through a small index by then.
     */
    private static final int TRIES = 16;

    private final Session session;
    private final SpreadTree tree;
    private final ExtentSearch search;
    private final int fanout;
    private final Runnable end;
    private final ViewOperations operations;
    private final ViewBytesCursor cursor;
    private final SpreadBatchRun run;

    SpreadBytesIndex(
            Session session,
            String name,
            SpreadTree tree,
            ExtentSearch search,
            LossWatch losses,
            int fanout,
            Runnable end) {
        this.session = session;
        Failures failures = Failures.ofView(name, session);
        this.operations =
                new ViewOperations(
                        failures, losses, () -> tree.pages().checkPresence(), tree::withoutLost);
        this.tree = tree;
        this.search = search;
        this.fanout = fanout;
        this.end = end;
        this.cursor = new ViewBytesCursor(operations.guard(), failures);
        this.run = new SpreadBatchRun(tree, new BatchView());
        if (losses.anyLost()) {
            tree.withoutLost();
        }
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        ByteKeys.check(key);
        operations.begin();
        try {
            byte[] value = tree.get(key);
            operations.confirm();
            return value;
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public boolean contains(byte[] key) {
        ByteKeys.check(key);
        return read(() -> tree.contains(key));
    }

    /** If one fails, all are looked up again one by one, to learn which. */
    @Override
    public byte[] @Nullable [] getAll(byte[]... keys) {
        for (byte[] key : keys) {
            ByteKeys.check(key);
        }
        byte[] @Nullable [] values = new byte[keys.length] @Nullable [];
        operations.begin();
        try {
            tree.getAll(keys, values);
            operations.countOnly(Math.max(0, keys.length - 1));
            operations.confirm();
            return values;
        } catch (FabricException | RequestRefusedException e) {
            operations.noteDrop(e);
        } finally {
            operations.end();
        }
        return BytesIndex.super.getAll(keys);
    }

    @Override
    public boolean put(byte[] key, byte[] value) {
        check(key, value);
        return change("PUT", () -> tree.put(key, value));
    }

    @Override
    public boolean putIfAbsent(byte[] key, byte[] value) {
        check(key, value);
        return change("PUT_IF_ABSENT", () -> tree.putIfAbsent(key, value));
    }

    @Override
    public boolean replace(byte[] key, byte[] expected, byte[] value) {
        check(key, value);
        checkValue(expected);
        return change("REPLACE", () -> tree.replace(key, expected, value));
    }

    @Override
    public boolean delete(byte[] key) {
        ByteKeys.check(key);
        return change("DELETE", () -> tree.delete(key));
    }

    @Override
    public boolean delete(byte[] key, byte[] expected) {
        check(key, expected);
        return change("DELETE_IF_EQUAL", () -> tree.delete(key, expected));
    }

    @Override
    public byte @Nullable [] getAndPut(byte[] key, byte[] value) {
        check(key, value);
        return this.<byte @Nullable []>change("GET_AND_PUT", () -> tree.getAndPut(key, value));
    }

    @Override
    public long add(byte[] key, long delta) {
        ByteKeys.check(key);
        return change("ADD", () -> tree.add(key, delta, null));
    }

    @Override
    public boolean put(byte[] key, byte[] value, Duration ttl) {
        check(key, value);
        long nanos = BytesTree.nanos(ttl);
        return change("PUT", () -> tree.put(key, value, nanos));
    }

    @Override
    public long add(byte[] key, long delta, Duration ttl) {
        ByteKeys.check(key);
        long nanos = BytesTree.nanos(ttl);
        return change("ADD", () -> tree.add(key, delta, nanos));
    }

    @Override
    public boolean expire(byte[] key, Duration ttl) {
        ByteKeys.check(key);
        long nanos = BytesTree.nanos(ttl);
        return change("EXPIRE", () -> tree.expire(key, nanos));
    }

    @Override
    public boolean persist(byte[] key) {
        ByteKeys.check(key);
        return change("PERSIST", () -> tree.persist(key));
    }

    @Override
    public Optional<Duration> ttl(byte[] key) {
        ByteKeys.check(key);
        long nanos = read(() -> tree.ttl(key));
        return nanos <= 0 ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }

    @Override
    public int applyAll(BytesBatch batch) {
        Objects.requireNonNull(batch, "batch");
        operations.begin();
        try {
            return run.run(batch);
        } finally {
            operations.end();
        }
    }

    @Override
    public BytesCursor range(BytesRange range) {
        Objects.requireNonNull(range, "range");
        return read(
                () -> {
                    if (cursor.isOpen()) {
                        throw new IllegalStateException(
                                "another cursor of this view is open; close it, or open another"
                                        + " view");
                    }
                    return cursor.over(
                            new ConfirmedScan(
                                    new SpreadScan(
                                            tree, keys(range), range.isDescending(), range.limit()),
                                    operations::confirm));
                });
    }

    @Override
    public long count(BytesRange range) {
        return read(() -> new SpreadCount(tree).present(keys(range)));
    }

    /** Ends longer than any key are cut, which changes no range: all keys are at most as long. */
    private static KeyRange keys(BytesRange range) {
        byte[] from = range.from();
        byte[] to = range.to();
        boolean cutFrom = from != null && from.length > ByteKeys.LONGEST;
        boolean cutTo = to != null && to.length > ByteKeys.LONGEST;
        return new KeyRange(
                cutFrom ? Arrays.copyOf(from, ByteKeys.LONGEST) : from,
                !cutFrom && range.isFromIncluded(),
                cutTo ? Arrays.copyOf(to, ByteKeys.LONGEST) : to,
                cutTo || range.isToIncluded());
    }

    @Override
    public long bulkLoad(BytesEntries sorted, double fill) {
        Objects.requireNonNull(sorted, "sorted");
        if (!(fill > 0 && fill <= 1)) {
            throw new IllegalArgumentException("fill is more than 0 and at most 1: fill=" + fill);
        }
        operations.begin();
        try {
            if (tree.scan(keys(BytesRange.all()), false, 1, (_, _) -> {}) > 0) {
                throw new IllegalStateException(
                        "the index is not empty; load into an empty one, or put");
            }
            long loaded = tree.load(sorted, fill);
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
        return read(
                () -> {
                    tree.settle();
                    long lost = search.count();
                    long before = expired();
                    BTreeVerifier walk = tree.verify();
                    long expired = expired();
                    // Some may expire meanwhile, or be removed by a keeper.
                    for (int i = 0; expired != before && i < TRIES; i++) {
                        before = expired;
                        walk = tree.verify();
                        expired = expired();
                    }
                    long reached = walk.leaves() + walk.inners();
                    List<String> faults = new ArrayList<>(walk.faults());
                    for (long pointer : search.dangling()) {
                        faults.add(
                                "a page names an extent that is free: "
                                        + Long.toHexString(pointer));
                    }
                    long spare = tree.pages().inUse() - reached - walk.heads() + lost;
                    return new Verification(walk.entries() - expired, reached, spare, faults);
                });
    }

    /** Entries that have expired and are still in pages, of an index that was just searched. */
    private long expired() {
        return search.mayExpire() ? new SpreadCount(tree).expired(KeyRange.ALL) : 0;
    }

    @Override
    public BytesStatistics statistics() {
        return read(this::survey);
    }

    private BytesStatistics survey() {
        tree.settle();
        BTreeVerifier walk = tree.verify();
        long _ = search.count();
        long pages = walk.leaves() + walk.inners();
        List<Meter> meters = List.of(session.meters());
        return new BytesStatistics(
                walk.height(),
                walk.leaves(),
                walk.inners(),
                walk.entries() - expired(),
                (double) walk.entries() / Math.max(1, walk.leaves() * fanout),
                search.found(),
                pages * tree.pages().pageSize() + search.foundBytes(),
                operations.count(),
                sumOf(meters, Meter::roundTrips),
                sumOf(meters, Meter::bytesRead) + sumOf(meters, Meter::bytesReceived),
                sumOf(meters, Meter::bytesWritten));
    }

    private static long sumOf(List<Meter> all, ToLongFunction<Meter> what) {
        return all.stream().mapToLong(what).sum();
    }

    @Override
    public void close() {
        if (!operations.beginClose()) {
            return;
        }
        try {
            cursor.end();
            if (!session.isClosed()) {
                giveBack();
            }
        } finally {
            operations.end();
            session.close();
            end.run();
        }
    }

    /** A server that is lost, or an index that is dropped, needs nothing back. */
    private void giveBack() {
        try {
            tree.close();
        } catch (FabricException | RequestRefusedException e) {
            System.getLogger(SpreadBytesIndex.class.getName())
                    .log(System.Logger.Level.DEBUG, "not all was given back: {0}", e.getMessage());
        }
    }

    static void check(byte[] key, byte[] value) {
        ByteKeys.check(key);
        checkValue(value);
    }

    static void checkValue(byte[] value) {
        if (value.length > Extent.LONGEST) {
            throw new IllegalArgumentException(
                    "a value has at most " + Extent.LONGEST + " bytes: length=" + value.length);
        }
    }

    private <T extends @Nullable Object> T read(Supplier<T> work) {
        operations.begin();
        try {
            T result = work.get();
            operations.confirm();
            return result;
        } catch (RuntimeException e) {
            throw operations.failed(e);
        } finally {
            operations.end();
        }
    }

    private <T extends @Nullable Object> T change(String what, Supplier<T> work) {
        operations.begin();
        try {
            T result = work.get();
            operations.confirm();
            return result;
        } catch (RuntimeException e) {
            throw operations.failed(e, what + " of a key");
        } finally {
            operations.end();
        }
    }

    /** What a batch needs of this view. */
    private final class BatchView implements SpreadBatchRun.View {
        @Override
        public void count(int more) {
            operations.countOnly(more);
        }

        @Override
        public void countOne() {
            operations.count(1);
        }

        @Override
        public void confirm() {
            operations.confirm();
        }

        @Override
        public RuntimeException failed(RuntimeException failure, BytesBatch.Operation operation) {
            return operation == BytesBatch.Operation.GET
                    ? operations.failed(failure)
                    : operations.failed(failure, operation + " of a key");
        }
    }
}
