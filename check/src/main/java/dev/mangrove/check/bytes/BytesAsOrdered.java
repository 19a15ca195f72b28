package dev.mangrove.check.bytes;

import dev.mangrove.check.ordered.ExpiringValues;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedMap;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * An index of byte strings as one of 64-bit keys and values, by {@link HardStrings}. Some values
 * get an expiry that no run reaches, and every other delete ends a key's time to live: so entries
 * are swept while other clients renew them.
 */
final class BytesAsOrdered implements OrderedIndex, ExpiringValues {
    private static final Duration NEVER = Duration.ofNanos(ENDLESS_NANOS);

    /** Bit of the values that do not expire soon. */
    private static final int LATE = 4;

    /** Chosen: any odd number; spreads values over times. */
    private static final long LOTS = 7_919;

    /** Chosen: some operations. */
    private static final long LONGEST_TTL_NANOS = 60_000;

    private final BytesIndex index;
    private final Values values;
    private int deletes;

    /** What values are like. */
    enum Values {
        /** Of all lengths. Some expire soon. */
        ANY,
        /** In extents of many lines. Half of them expire soon. */
        LONG
    }

    BytesAsOrdered(BytesIndex index, Values values) {
        this.index = index;
        this.values = values;
    }

    @Override
    public long ttlNanos(long value) {
        boolean soon =
                switch (values) {
                    case ANY -> (value & 3) == 2 && (value & LATE) == 0;
                    case LONG -> (value & 1) == 0;
                };
        return soon ? 1 + Math.floorMod(value * LOTS, LONGEST_TTL_NANOS) : 0;
    }

    private byte[] bytes(long value) {
        return values == Values.LONG ? HardStrings.longValue(value) : HardStrings.value(value);
    }

    @Override
    public OptionalLong get(long key) {
        byte[] value = index.get(HardStrings.key(key));
        return value == null ? OptionalLong.empty() : OptionalLong.of(HardStrings.valueOf(value));
    }

    @Override
    public long getOrDefault(long key, long absent) {
        return get(key).orElse(absent);
    }

    @Override
    public boolean contains(long key) {
        return index.contains(HardStrings.key(key));
    }

    @Override
    public int getAll(long[] keys, long[] values, boolean[] present) {
        byte[][] strings = Arrays.stream(keys).mapToObj(HardStrings::key).toArray(byte[][]::new);
        byte[] @Nullable [] all = index.getAll(strings);
        int found = 0;
        for (int i = 0; i < keys.length; i++) {
            byte[] value = all[i];
            present[i] = value != null;
            values[i] = value == null ? 0 : HardStrings.valueOf(value);
            found += present[i] ? 1 : 0;
        }
        return found;
    }

    @Override
    public int applyAll(OrderedBatch batch) {
        BytesBatch strings = new BytesBatch();
        for (int i = 0; i < batch.size(); i++) {
            add(batch, i, strings);
        }
        batch.forgetResults();
        int failed = index.applyAll(strings);
        for (int i = 0; i < batch.size(); i++) {
            RuntimeException failure = strings.failure(i);
            if (failure != null) {
                batch.failed(i, failure);
            } else if (batch.operation(i) == OrderedBatch.Operation.GET) {
                byte[] value = strings.value(i);
                batch.found(i, value != null, value == null ? 0 : HardStrings.valueOf(value));
            } else {
                batch.succeeded(i, strings.result(i));
            }
        }
        return failed;
    }

    private void add(OrderedBatch batch, int i, BytesBatch to) {
        byte[] key = HardStrings.key(batch.key(i));
        byte[] value = bytes(batch.newValue(i));
        byte[] expected = bytes(batch.expected(i));
        BytesBatch _ =
                switch (batch.operation(i)) {
                    case GET -> to.get(key);
                    case PUT -> put(to, key, value, ttlNanos(batch.newValue(i)));
                    case PUT_IF_ABSENT -> to.putIfAbsent(key, value);
                    case REPLACE -> to.replace(key, expected, value);
                    case DELETE -> to.delete(key);
                    case DELETE_IF_EQUAL -> to.delete(key, expected);
                };
    }

    private static BytesBatch put(BytesBatch to, byte[] key, byte[] value, long ttl) {
        return ttl == 0 ? to.put(key, value) : to.put(key, value, Duration.ofNanos(ttl));
    }

    @Override
    public boolean put(long key, long value) {
        byte[] bytes = bytes(value);
        long ttl = ttlNanos(value);
        if (ttl != 0) {
            return index.put(HardStrings.key(key), bytes, Duration.ofNanos(ttl));
        }
        return switch ((int) value & 3) {
            case 0 -> index.put(HardStrings.key(key), bytes);
            case 2 -> index.put(HardStrings.key(key), bytes, NEVER);
            default -> index.getAndPut(HardStrings.key(key), bytes) == null;
        };
    }

    @Override
    public boolean putIfAbsent(long key, long value) {
        return index.putIfAbsent(HardStrings.key(key), bytes(value));
    }

    @Override
    public boolean replace(long key, long expected, long value) {
        return index.replace(HardStrings.key(key), bytes(expected), bytes(value));
    }

    @Override
    public boolean delete(long key) {
        deletes++;
        return deletes % 2 == 0
                ? index.delete(HardStrings.key(key))
                : index.expire(HardStrings.key(key), Duration.ZERO);
    }

    @Override
    public boolean delete(long key, long expected) {
        return index.delete(HardStrings.key(key), bytes(expected));
    }

    @Override
    public OptionalLong add(long key, long delta, long ttlNanos) {
        byte[] string = HardStrings.key(key);
        try {
            return OptionalLong.of(
                    ttlNanos == 0
                            ? index.add(string, delta)
                            : index.add(string, delta, Duration.ofNanos(ttlNanos)));
        } catch (IllegalArgumentException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public OptionalLong[] addAll(long[] keys, long[] deltas) {
        BytesBatch batch = new BytesBatch();
        for (int i = 0; i < keys.length; i++) {
            batch.add(HardStrings.key(keys[i]), deltas[i]);
        }
        int _ = index.applyAll(batch);
        OptionalLong[] sums = new OptionalLong[keys.length];
        for (int i = 0; i < keys.length; i++) {
            boolean isCounter = !(batch.failure(i) instanceof IllegalArgumentException);
            sums[i] = isCounter ? OptionalLong.of(batch.sum(i)) : OptionalLong.empty();
        }
        return sums;
    }

    @Override
    public boolean expire(long key, long ttlNanos) {
        return index.expire(HardStrings.key(key), Duration.ofNanos(ttlNanos));
    }

    @Override
    public boolean persist(long key) {
        return index.persist(HardStrings.key(key));
    }

    @Override
    public OptionalLong leftNanos(long key) {
        return index.ttl(HardStrings.key(key)).stream().mapToLong(Duration::toNanos).findFirst();
    }

    @Override
    public Cursor range(RangeQuery query) {
        BytesRange range = range(query.from(), query.to()).limit(query.limit());
        BytesCursor cursor = index.range(query.descending() ? range.reversed() : range);
        return new Cursor() {
            @Override
            public boolean next() {
                return cursor.next();
            }

            @Override
            public long key() {
                return HardStrings.number(cursor.key());
            }

            @Override
            public long value() {
                return HardStrings.valueOf(cursor.value());
            }

            @Override
            public void close() {
                cursor.close();
            }
        };
    }

    @Override
    public long count(long from, long to) {
        return index.count(range(from, to));
    }

    private static BytesRange range(long from, long to) {
        return BytesRange.all().from(HardStrings.key(from), true).to(HardStrings.key(to), true);
    }

    @Override
    public long bulkLoad(Entries sorted, double fill) {
        return index.bulkLoad(
                new BytesEntries() {
                    @Override
                    public boolean next() {
                        return sorted.next();
                    }

                    @Override
                    public byte[] key() {
                        return HardStrings.key(sorted.key());
                    }

                    @Override
                    public byte[] value() {
                        return bytes(sorted.value());
                    }
                },
                fill);
    }

    @Override
    public Verification verify() {
        return index.verify();
    }

    @Override
    public OrderedCosts costs() {
        throw new UnsupportedOperationException("costs of byte strings are others");
    }

    @Override
    public OrderedStatistics statistics() {
        throw new UnsupportedOperationException("statistics of byte strings are others");
    }

    @Override
    public OrderedMap asMap() {
        throw new UnsupportedOperationException("no check uses the map");
    }

    @Override
    public void close() {
        index.close();
    }
}
