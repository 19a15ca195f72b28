package dev.mangrove.check.bytes;

import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesEntries;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedMap;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;

import java.util.OptionalLong;

/** An index of byte strings as one of 64-bit keys and values, by {@link HardStrings}. */
final class BytesAsOrdered implements OrderedIndex {
    private final BytesIndex index;

    BytesAsOrdered(BytesIndex index) {
        this.index = index;
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
        int found = 0;
        for (int i = 0; i < keys.length; i++) {
            OptionalLong value = get(keys[i]);
            present[i] = value.isPresent();
            values[i] = value.orElse(0);
            found += present[i] ? 1 : 0;
        }
        return found;
    }

    @Override
    public boolean put(long key, long value) {
        byte[] bytes = HardStrings.value(value);
        return (value & 1) == 0
                ? index.put(HardStrings.key(key), bytes)
                : index.getAndPut(HardStrings.key(key), bytes) == null;
    }

    @Override
    public boolean putIfAbsent(long key, long value) {
        return index.putIfAbsent(HardStrings.key(key), HardStrings.value(value));
    }

    @Override
    public boolean replace(long key, long expected, long value) {
        return index.replace(
                HardStrings.key(key), HardStrings.value(expected), HardStrings.value(value));
    }

    @Override
    public boolean delete(long key) {
        return index.delete(HardStrings.key(key));
    }

    @Override
    public boolean delete(long key, long expected) {
        return index.delete(HardStrings.key(key), HardStrings.value(expected));
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
                        return HardStrings.value(sorted.value());
                    }
                },
                fill);
    }

    @Override
    public Verification verify() {
        return index.verify();
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
