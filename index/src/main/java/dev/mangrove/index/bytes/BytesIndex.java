package dev.mangrove.index.bytes;

import dev.mangrove.index.ordered.Verification;

import org.jspecify.annotations.Nullable;

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
     * The entries of a range, in its order. Each entry was there at some moment during the scan,
     * and each key that is there throughout is returned. A view has at most one open cursor at a
     * time.
     */
    BytesCursor range(BytesRange range);

    /** Number of keys in a range; its limit and direction do not matter. */
    long count(BytesRange range);

    /**
     * Loads entries into an empty index, much faster than single puts. On each server all of its
     * entries appear at once, or none.
     *
     * @param sorted entries with ascending keys
     * @param fill share of each page that is filled, more than 0 and at most 1
     * @return number of entries
     * @throws IllegalStateException if the index is not empty
     * @throws IllegalArgumentException if keys do not ascend
     */
    long bulkLoad(BytesEntries sorted, double fill);

    /** Verifies the whole index. Changes of a server's keys wait meanwhile. */
    Verification verify();

    /** Shape of the index, and what the operations of this view have cost. */
    BytesStatistics statistics();

    /** Ends the view or handle; the index stays. */
    @Override
    void close();
}
