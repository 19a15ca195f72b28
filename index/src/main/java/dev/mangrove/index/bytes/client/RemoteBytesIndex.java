package dev.mangrove.index.bytes.client;

import dev.mangrove.fabric.Meter;
import dev.mangrove.index.access.IndexPresence;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.bytes.BytesStatistics;
import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.Counters;
import dev.mangrove.index.bytes.tree.KeyRange;
import dev.mangrove.index.bytes.tree.TreeSurvey;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.page.bytes.Extent;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.session.ViewOperations;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * One thread's view of an index of byte strings: an operation that cannot be executed in place is a
 * message.
 */
final class RemoteBytesIndex implements BytesIndex {
    private static final byte[] NOTHING = {};

    private final Session session;
    private final Failures failures;
    private final ViewOperations operations;
    private final ViewBytesCursor cursor;
    private final BytesShares shares;

    RemoteBytesIndex(
            Session session,
            String name,
            IndexPresence presence,
            LossWatch losses,
            BytesShares shares) {
        this.session = session;
        this.failures = Failures.ofView(name, session);
        this.operations = new ViewOperations(failures, losses, presence::check, () -> {});
        this.cursor = new ViewBytesCursor(operations.guard(), failures);
        this.shares = shares;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        ByteKeys.check(key);
        operations.begin();
        try {
            return shares.of(key).get(key);
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public boolean contains(byte[] key) {
        ByteKeys.check(key);
        return read(() -> shares.of(key).contains(key));
    }

    @Override
    public byte[] @Nullable [] getAll(byte[]... keys) {
        for (byte[] key : keys) {
            ByteKeys.check(key);
        }
        return read(() -> shares.areAllInPlace())
                ? getAllInPlace(keys)
                : BytesIndex.super.getAll(keys);
    }

    private byte[] @Nullable [] getAllInPlace(byte[][] keys) {
        byte[] @Nullable [] values = new byte[keys.length] @Nullable [];
        operations.begin();
        try {
            for (int share = 0; share < shares.count(); share++) {
                shares.get(share).beginGets(keys);
            }
            for (int i = 0; i < keys.length; i++) {
                shares.of(keys[i]).get(keys, i, values);
            }
            for (int share = 0; share < shares.count(); share++) {
                shares.get(share).finishGets(keys, values);
            }
            return values;
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public boolean put(byte[] key, byte[] value) {
        return change(BytesChange.PUT, key, value, NOTHING).met();
    }

    @Override
    public boolean putIfAbsent(byte[] key, byte[] value) {
        return change(BytesChange.PUT_IF_ABSENT, key, value, NOTHING).met();
    }

    @Override
    public boolean replace(byte[] key, byte[] expected, byte[] value) {
        return change(BytesChange.REPLACE, key, value, expected).met();
    }

    @Override
    public boolean delete(byte[] key) {
        return change(BytesChange.DELETE, key, NOTHING, NOTHING).met();
    }

    @Override
    public boolean delete(byte[] key, byte[] expected) {
        return change(BytesChange.DELETE_IF_EQUAL, key, NOTHING, expected).met();
    }

    @Override
    public byte @Nullable [] getAndPut(byte[] key, byte[] value) {
        return change(BytesChange.GET_AND_PUT, key, value, NOTHING).value();
    }

    @Override
    public long add(byte[] key, long delta) {
        byte[] sum = change(BytesChange.ADD, key, Counters.bytes(delta), NOTHING).value();
        return Counters.of(sum == null ? NOTHING : sum);
    }

    @Override
    public boolean put(byte[] key, byte[] value, Duration ttl) {
        return change(BytesChange.PUT, key, value, NOTHING, BytesTree.nanos(ttl)).met();
    }

    @Override
    public long add(byte[] key, long delta, Duration ttl) {
        byte[] sum =
                change(BytesChange.ADD, key, Counters.bytes(delta), NOTHING, BytesTree.nanos(ttl))
                        .value();
        return Counters.of(sum == null ? NOTHING : sum);
    }

    @Override
    public boolean expire(byte[] key, Duration ttl) {
        return change(BytesChange.EXPIRE, key, NOTHING, NOTHING, BytesTree.nanos(ttl)).met();
    }

    @Override
    public boolean persist(byte[] key) {
        return change(BytesChange.PERSIST, key, NOTHING, NOTHING).met();
    }

    @Override
    public Optional<Duration> ttl(byte[] key) {
        ByteKeys.check(key);
        long nanos = read(() -> shares.of(key).ttl(key));
        return nanos <= 0 ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }

    private BytesTree.Result change(BytesChange change, byte[] key, byte[] value, byte[] expected) {
        return change(change, key, value, expected, BytesTree.NO_TTL);
    }

    private BytesTree.Result change(
            BytesChange change, byte[] key, byte[] value, byte[] expected, long ttl) {
        ByteKeys.check(key);
        checkValue(value);
        checkValue(expected);
        operations.begin();
        try {
            return shares.of(key).change(change, key, value, expected, ttl);
        } catch (RuntimeException e) {
            throw failures.translate(e, change + " of a key");
        } finally {
            operations.end();
        }
    }

    @Override
    public int applyAll(BytesBatch batch) {
        Objects.requireNonNull(batch, "batch");
        operations.begin();
        try {
            return new BytesBatchRun(shares, failures, batch).run();
        } finally {
            operations.end();
        }
    }

    static void checkValue(byte[] value) {
        if (value.length > Extent.LONGEST) {
            throw new IllegalArgumentException(
                    "a value has at most " + Extent.LONGEST + " bytes: length=" + value.length);
        }
    }

    @Override
    public BytesCursor range(BytesRange range) {
        Objects.requireNonNull(range, "range");
        return read(
                () -> {
                    checkNoCursor();
                    return cursor.over(scan(range));
                });
    }

    private MergedScan scan(BytesRange range) {
        List<ShareScan> scans = new ArrayList<>();
        for (int i = 0; i < shares.count(); i++) {
            int share = i;
            scans.add(
                    new ShareScan(
                            () -> shares.get(share),
                            keys(range),
                            range.isDescending(),
                            range.limit()));
        }
        return new MergedScan(scans, range.isDescending(), range.limit());
    }

    private void checkNoCursor() {
        if (cursor.isOpen()) {
            throw new IllegalStateException(
                    "another cursor of this view is open; close it, or open another view");
        }
    }

    @Override
    public long count(BytesRange range) {
        KeyRange keys = keys(range);
        return read(
                () -> {
                    long count = 0;
                    for (int share = 0; share < shares.count(); share++) {
                        count += shares.get(share).count(keys);
                    }
                    return count;
                });
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
        if (count(BytesRange.all()) > 0) {
            throw notEmpty(null);
        }
        operations.begin();
        try {
            return new BytesLoad(shares, fill).run(sorted);
        } catch (RequestRefusedException e) {
            throw e.status() == Status.EXISTS ? notEmpty(e) : failures.translate(e, "bulkLoad");
        } catch (RuntimeException e) {
            throw failures.translate(e, "bulkLoad");
        } finally {
            operations.end();
        }
    }

    private static IllegalStateException notEmpty(@Nullable RuntimeException cause) {
        return new IllegalStateException(
                "the index is not empty; load into an empty one, or put", cause);
    }

    @Override
    public Verification verify() {
        List<TreeSurvey> surveys = surveys();
        List<String> faults = new ArrayList<>();
        surveys.forEach(survey -> faults.addAll(survey.faults()));
        return new Verification(
                sumOf(surveys, TreeSurvey::entries),
                sumOf(surveys, TreeSurvey::leaves) + sumOf(surveys, TreeSurvey::inners),
                sumOf(surveys, TreeSurvey::spare),
                faults);
    }

    private List<TreeSurvey> surveys() {
        return read(
                () -> {
                    List<TreeSurvey> surveys = new ArrayList<>();
                    for (int share = 0; share < shares.count(); share++) {
                        surveys.add(shares.get(share).calls().survey());
                    }
                    return surveys;
                });
    }

    @Override
    public BytesStatistics statistics() {
        List<TreeSurvey> surveys = surveys();
        long leaves = sumOf(surveys, TreeSurvey::leaves);
        long inners = sumOf(surveys, TreeSurvey::inners);
        long entries = sumOf(surveys, TreeSurvey::entries);
        List<Meter> meters = List.of(session.meters());
        return new BytesStatistics(
                surveys.stream().mapToInt(TreeSurvey::height).max().orElse(0),
                leaves,
                inners,
                entries,
                (double) entries / Math.max(1, leaves * shares.fanout()),
                sumOf(surveys, TreeSurvey::extents),
                (leaves + inners) * shares.pageSize() + sumOf(surveys, TreeSurvey::extentBytes),
                operations.count(),
                sumOf(meters, Meter::roundTrips),
                sumOf(meters, Meter::bytesRead) + sumOf(meters, Meter::bytesReceived),
                sumOf(meters, Meter::bytesWritten));
    }

    private static <T> long sumOf(List<T> all, ToLongFunction<T> what) {
        return all.stream().mapToLong(what).sum();
    }

    @Override
    public void close() {
        if (!operations.beginClose()) {
            return;
        }
        cursor.end();
        operations.end();
        session.close();
    }

    private <T extends @Nullable Object> T read(Supplier<T> work) {
        operations.begin();
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }
}
