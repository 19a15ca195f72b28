package dev.mangrove.index.bytes;

import dev.mangrove.index.map.KeyBounds;
import dev.mangrove.index.map.SortedStore;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * What maps need of an index of byte strings.
 *
 * @param index the index
 * @param keys translates keys
 * @param order of the keys
 * @param values translates values
 */
record BytesStore<K, V>(
        BytesIndex index, Codec<K> keys, Comparator<? super K> order, Codec<V> values)
        implements SortedStore<K, V, byte[]> {
    /** Bytes of values after which a scan stops. Chosen: as much as one value may have. */
    private static final int MOST_BYTES = 1 << 20;

    BytesStore(BytesIndex index, Codec<K> keys, Codec<V> values) {
        this(index, keys, keys.order(), Objects.requireNonNull(values, "values"));
    }

    /** A value of another type fails in the codec. */
    @Override
    @SuppressWarnings("unchecked")
    public byte[] stored(Object value) {
        return values.encode((V) value);
    }

    @Override
    public V value(byte[] stored) {
        return values.decode(stored);
    }

    @Override
    public boolean isSame(byte[] one, byte[] other) {
        return Arrays.equals(one, other);
    }

    @Override
    public byte @Nullable [] find(K key) {
        return index.get(keys.encode(key));
    }

    @Override
    public byte @Nullable [] put(K key, byte[] value) {
        return index.getAndPut(keys.encode(key), value);
    }

    @Override
    public boolean putIfAbsent(K key, byte[] value) {
        return index.putIfAbsent(keys.encode(key), value);
    }

    @Override
    public boolean replace(K key, byte[] expected, byte[] value) {
        return index.replace(keys.encode(key), expected, value);
    }

    @Override
    public boolean delete(K key) {
        return index.delete(keys.encode(key));
    }

    @Override
    public boolean delete(K key, byte[] expected) {
        return index.delete(keys.encode(key), expected);
    }

    @Override
    public long count(KeyBounds<K> bounds) {
        return index.count(range(bounds));
    }

    @Override
    public boolean scan(
            KeyBounds<K> bounds, boolean descending, int most, BiConsumer<K, byte[]> sink) {
        BytesRange range = range(bounds).limit(most);
        int found = 0;
        long bytes = 0;
        try (BytesCursor cursor = index.range(descending ? range.reversed() : range)) {
            while (found < most && bytes < MOST_BYTES) {
                if (!cursor.next()) {
                    return false;
                }
                byte[] value = cursor.value();
                sink.accept(keys.decode(cursor.key()), value);
                bytes += value.length;
                found++;
            }
        }
        return true;
    }

    private BytesRange range(KeyBounds<K> bounds) {
        KeyBounds.Bound<K> low = bounds.low();
        KeyBounds.Bound<K> high = bounds.high();
        BytesRange range = BytesRange.all();
        range = low == null ? range : range.from(keys.encode(low.key()), low.inclusive());
        return high == null ? range : range.to(keys.encode(high.key()), high.inclusive());
    }
}
