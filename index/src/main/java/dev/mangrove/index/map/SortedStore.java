package dev.mangrove.index.map;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.function.BiConsumer;

/**
 * What a map needs of an index. Changes of one key are atomic.
 *
 * @param <K> keys
 * @param <V> values
 * @param <S> values in their stored form
 */
public interface SortedStore<K, V, S> {
    /** Order of the keys in the index. */
    Comparator<? super K> order();

    /** The stored form of a value; null if the object cannot be a value of this store. */
    @Nullable S stored(Object value);

    /** The value of a stored form. */
    V value(S stored);

    /** Whether two stored forms are the same. */
    boolean isSame(S one, S other);

    /** What is stored at a key; null if the key is absent. */
    @Nullable S find(K key);

    /** Stores a value; returns the one before, null if the key was absent. */
    @Nullable S put(K key, S value);

    /** Stores a value if the key is absent; returns whether it was. */
    boolean putIfAbsent(K key, S value);

    /** Stores a value if the key has the expected one; returns whether it had. */
    boolean replace(K key, S expected, S value);

    /** Removes a key; returns whether it was present. */
    boolean delete(K key);

    /** Removes a key if it has the expected value; returns whether it had. */
    boolean delete(K key, S expected);

    /** Number of keys within bounds. */
    long count(KeyBounds<K> bounds);

    /**
     * Visits entries within bounds in order. A store of large values may stop before {@code most}
     * entries, but not before the first.
     *
     * @param most most entries, at least 1
     * @return whether there may be more
     */
    boolean scan(KeyBounds<K> bounds, boolean descending, int most, BiConsumer<K, S> sink);
}
