package dev.mangrove.index.map;

import org.jspecify.annotations.Nullable;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Map;
import java.util.Objects;

/**
 * The keys of an index within bounds, with the return values that maps have.
 *
 * <p>Retry loops are lock-free: a try fails only if another view has changed the same key
 * meanwhile.
 *
 * @param store the index
 * @param bounds bounds of the section
 */
record MapSection<K, V, S>(SortedStore<K, V, S> store, KeyBounds<K> bounds) {
    /** All keys of an index. */
    static <K, V, S> MapSection<K, V, S> all(SortedStore<K, V, S> store) {
        return new MapSection<>(store, KeyBounds.all(store.order()));
    }

    MapSection<K, V, S> cut(KeyBounds.@Nullable Bound<K> low, KeyBounds.@Nullable Bound<K> high) {
        return new MapSection<>(store, bounds.cut(low, high));
    }

    /** What is stored at a key; null if the key is absent or out of bounds. */
    @Nullable S find(K key) {
        Objects.requireNonNull(key, "key");
        return bounds.contains(key) ? store.find(key) : null;
    }

    /** The value of a stored form; null of null. */
    @Nullable V value(@Nullable S stored) {
        return stored == null ? null : store.value(stored);
    }

    /** The stored form of a value. */
    S stored(V value) {
        S stored = store.stored(Objects.requireNonNull(value, "value"));
        if (stored == null) {
            throw new ClassCastException("no value of this map: type=" + value.getClass());
        }
        return stored;
    }

    long count() {
        return store.count(bounds);
    }

    /** Gives a key a value and returns the one it had. */
    @Nullable V put(K key, V value) {
        S stored = stored(value);
        checkWithin(key);
        return value(store.put(key, stored));
    }

    /** Gives a key a value unless it has one; returns the one it has. */
    @Nullable S putIfAbsent(K key, S value) {
        checkWithin(key);
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (!store.putIfAbsent(key, value)) {
            S old = store.find(key);
            if (old != null) {
                return old;
            }
        }
        return null;
    }

    /** Gives a key that is there another value and returns the one it had. */
    @Nullable V replace(K key, V value) {
        S stored = stored(value);
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            S old = find(key);
            if (old == null || store.replace(key, old, stored)) {
                return value(old);
            }
        }
    }

    boolean replace(K key, S expected, S value) {
        Objects.requireNonNull(key, "key");
        return bounds.contains(key) && store.replace(key, expected, value);
    }

    /** Takes a key out and returns the value it had. */
    @Nullable V remove(K key) {
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            S old = find(key);
            if (old == null || store.delete(key, old)) {
                return value(old);
            }
        }
    }

    boolean remove(K key, S expected) {
        Objects.requireNonNull(key, "key");
        return bounds.contains(key) && store.delete(key, expected);
    }

    boolean delete(K key) {
        return bounds.contains(key) && store.delete(key);
    }

    Map.@Nullable Entry<K, V> lowest() {
        return entry(end(bounds, false));
    }

    Map.@Nullable Entry<K, V> highest() {
        return entry(end(bounds, true));
    }

    /** The lowest entry above a key, or at it. */
    Map.@Nullable Entry<K, V> above(K key, boolean inclusive) {
        return entry(end(bounds.above(Objects.requireNonNull(key, "key"), inclusive), false));
    }

    /** The highest entry below a key, or at it. */
    Map.@Nullable Entry<K, V> below(K key, boolean inclusive) {
        return entry(end(bounds.below(Objects.requireNonNull(key, "key"), inclusive), true));
    }

    /**
     * Removes and returns the lowest or highest entry; each entry is returned to one caller only.
     */
    Map.@Nullable Entry<K, V> poll(boolean fromTop) {
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            Map.Entry<K, S> entry = end(bounds, fromTop);
            if (entry == null || store.delete(entry.getKey(), entry.getValue())) {
                return entry(entry);
            }
        }
    }

    private Map.@Nullable Entry<K, S> end(@Nullable KeyBounds<K> within, boolean highest) {
        if (within == null) {
            return null;
        }
        Slice<K, S> slice = new Slice<>();
        boolean _ = store.scan(within, highest, 1, slice);
        return slice.isEmpty() ? null : slice.take();
    }

    private Map.@Nullable Entry<K, V> entry(Map.@Nullable Entry<K, S> stored) {
        return stored == null
                ? null
                : new SimpleImmutableEntry<>(stored.getKey(), store.value(stored.getValue()));
    }

    private void checkWithin(K key) {
        if (!bounds.contains(Objects.requireNonNull(key, "key"))) {
            throw new IllegalArgumentException("key out of range: key=" + key);
        }
    }
}
