package dev.mangrove.index.bytes;

import dev.mangrove.index.ordered.Verification;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * A sorted map from byte strings to byte strings. A key has 1 to 1,024 bytes and keys are in
 * lexicographic order of unsigned bytes; a value has 0 to 1 MiB. Operations on single keys are
 * linearizable. A view, opened by {@code openBytes}, is used by one thread at a time; a handle,
 * from {@code bytes}, by any number of threads.
 *
 * <p>Arrays that are passed in are not kept, and arrays that are returned belong to the caller. A
 * key or value of another length is an {@link IllegalArgumentException}; failures outside the
 * caller's code are thrown as a {@link dev.mangrove.MangroveException}.
 */
public interface BytesIndex extends AutoCloseable {
    /** The value of a key; null if the key is absent. */
    byte @Nullable [] get(byte[] key);

    /** Whether a key is present. */
    default boolean contains(byte[] key) {
        return get(key) != null;
    }

    /** Stores a value; returns whether the key was absent. */
    boolean put(byte[] key, byte[] value);

    /** Stores a value if the key is absent; returns whether it was. */
    boolean putIfAbsent(byte[] key, byte[] value);

    /** Stores a value if the key has the expected one; returns whether it had. */
    boolean replace(byte[] key, byte[] expected, byte[] value);

    /** Removes a key; returns whether it was present. */
    boolean delete(byte[] key);

    /** Removes a key if it has the expected value; returns whether it had. */
    boolean delete(byte[] key, byte[] expected);

    /** Stores a value; returns the one before, null if the key was absent. */
    byte @Nullable [] getAndPut(byte[] key, byte[] value);

    /**
     * Adds to a counter and returns the sum. A counter is a value of 8 bytes, the lowest first; an
     * absent one counts as 0. Sums wrap around.
     *
     * @throws IllegalArgumentException if the key has a value that is no counter
     */
    long add(byte[] key, long delta);

    /**
     * Stores a value that expires: after the time to live the key is absent for all operations, and
     * its server frees the space. A later change of the value takes the expiry away, unless it
     * gives another; {@link #add} keeps it.
     *
     * @param ttl measured by the clock of a server, in design coarse the key's; in others an entry
     *     lives for some milliseconds longer, as their clocks tick
     * @return whether the key was absent
     */
    boolean put(byte[] key, byte[] value, Duration ttl);

    /**
     * Adds to a counter, as {@link #add(byte[], long)}. A counter that is new expires after the
     * time to live; another keeps the expiry that it has.
     */
    long add(byte[] key, long delta, Duration ttl);

    /** Gives a key another time to live, {@code ZERO} to end it now; whether it was present. */
    boolean expire(byte[] key, Duration ttl);

    /** Takes the expiry of a key away; whether it had one. */
    boolean persist(byte[] key);

    /** The time that a key has left; empty if it is absent or does not expire. */
    Optional<Duration> ttl(byte[] key);

    /**
     * Executes the operations of a batch. In design coarse this is far faster than one after the
     * other: each server gets many by one message, and all servers work at the same time. An
     * operation that fails does not hide the results of the others: the batch has a result or a
     * failure of each.
     *
     * @return number of operations that failed
     * @throws dev.mangrove.MangroveException if none has begun: the index has been dropped, or a
     *     server was lost before
     */
    int applyAll(BytesBatch batch);

    /**
     * Looks up many keys, as {@link #applyAll} does, or in place where memory is shared. Each
     * lookup is a get of its own; together they are no snapshot. All are tried; then the first
     * failure is thrown, with the others suppressed.
     *
     * @return the value of each key, at the key's position; null if the key is absent
     */
    default byte[] @Nullable [] getAll(byte[]... keys) {
        BytesBatch batch = new BytesBatch();
        for (byte[] key : keys) {
            batch.get(key);
        }
        int _ = applyAll(batch);
        batch.throwFailure();
        byte[] @Nullable [] values = new byte[keys.length] @Nullable [];
        for (int i = 0; i < keys.length; i++) {
            values[i] = batch.value(i);
        }
        return values;
    }

    /**
     * Gives many keys a value each, as {@link #applyAll} does. All puts are tried; then the first
     * failure is thrown, with the others suppressed. Use {@link #applyAll} to learn which puts have
     * failed.
     *
     * @return number of keys that are new
     * @throws IllegalArgumentException if there are not as many values as keys
     */
    default int putAll(byte[][] keys, byte[][] values) {
        if (keys.length != values.length) {
            throw new IllegalArgumentException(
                    "each key has one value: keys=" + keys.length + ", values=" + values.length);
        }
        BytesBatch batch = new BytesBatch();
        for (int i = 0; i < keys.length; i++) {
            batch.put(keys[i], values[i]);
        }
        int _ = applyAll(batch);
        batch.throwFailure();
        return batch.met();
    }

    /**
     * The entries of a range, in its order. Each entry was there at some moment during the scan,
     * and each key that is there throughout is returned. A view has at most one open cursor at a
     * time.
     */
    BytesCursor range(BytesRange range);

    /** Number of keys in a range; its limit and direction do not matter. */
    long count(BytesRange range);

    /**
     * Loads entries into an empty index, much faster than single puts. In design coarse all entries
     * of a server appear at once, or none; in others all entries of the index.
     *
     * @param sorted entries with ascending keys
     * @param fill share of each page that is filled, more than 0 and at most 1
     * @return number of entries
     * @throws IllegalStateException if the index is not empty
     * @throws IllegalArgumentException if keys do not ascend
     */
    long bulkLoad(BytesEntries sorted, double fill);

    /**
     * Verifies the whole index. In design coarse, changes of a server's keys wait meanwhile; in
     * others none do.
     */
    Verification verify();

    /** Shape of the index, and what the operations of this view have cost. */
    BytesStatistics statistics();

    /**
     * The operations as futures.
     *
     * @throws UnsupportedOperationException if this is no handle: a view belongs to one thread
     */
    default AsyncBytes async() {
        throw new UnsupportedOperationException(
                "a view is used by one thread at a time; futures need a handle, see"
                        + " Mangrove.bytes");
    }

    /**
     * The index as a map, which may be used by the threads that may use this. Its iterators are
     * weakly consistent, as those of {@link java.util.concurrent.ConcurrentSkipListMap} are; {@link
     * ConcurrentNavigableMap#size} counts by a scan. Null keys and values are refused.
     *
     * <p>Changes of one key are atomic: {@code put}, {@code putIfAbsent}, {@code replace}, {@code
     * remove}, and what {@code compute} and {@code merge} put or take out, whose functions may be
     * called several times. An expected value is compared by its bytes. Of a view, a query needs
     * the only cursor for a moment, so none may be open then.
     *
     * @param keys translates keys; the map is in its order
     * @param values translates values
     */
    default <K, V> ConcurrentNavigableMap<K, V> asMap(Codec<K> keys, Codec<V> values) {
        return new BytesMapView<>(new BytesStore<>(this, keys, values));
    }

    /** Ends the view or handle; the index stays. */
    @Override
    void close();
}
