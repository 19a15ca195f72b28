package dev.mangrove.index.ordered;

import java.util.OptionalLong;

/**
 * An ordered index: 64-bit keys in order, each with a 64-bit value. Any number of threads,
 * processes and hosts may use the same index: the threads of a process by one handle ({@link
 * dev.mangrove.Mangrove#ordered}), or each by a view of its own.
 *
 * <p>Every operation may end in a {@link dev.mangrove.MangroveException}, whose subclasses say what
 * to do: a server is lost, memory is used up, the index has been dropped. A change that ended in an
 * {@link dev.mangrove.OutcomeUnknownException} may or may not have happened.
 */
public interface OrderedIndex extends AutoCloseable {
    /** The value of a key, or {@code absent} if there is none. Allocates nothing. */
    long getOrDefault(long key, long absent);

    /** The value of a key, if there is one. */
    OptionalLong get(long key);

    /**
     * Looks up many keys, which is far faster than one after the other: requests for many of them
     * are under way at the same time. Each lookup is a get of its own; together they are no
     * snapshot. Allocates nothing after the first call.
     *
     * @param keys in any order
     * @param values gets the value of {@code keys[i]} at {@code i}, if there is one
     * @param present gets at {@code i} whether {@code keys[i]} is present
     * @return number of keys that are present
     * @throws IllegalArgumentException if an array is shorter than {@code keys}
     */
    int getAll(long[] keys, long[] values, boolean[] present);

    /** Whether a key is present. */
    boolean contains(long key);

    /** Gives a key a value; true if the key is new. */
    boolean put(long key, long value);

    /** Gives a key a value unless it has one; whether it had none. */
    boolean putIfAbsent(long key, long value);

    /** Gives a key another value if it has the expected one; whether it had. */
    boolean replace(long key, long expected, long value);

    /** Removes a key; whether it was present. */
    boolean delete(long key);

    /** Removes a key if it has the expected value; whether it had. */
    boolean delete(long key, long expected);

    /**
     * Executes the operations of a batch, which is far faster than one after the other where a
     * server is asked: many are under way at the same time. An operation that fails does not hide
     * the results of the others: the batch has a result or a failure of each.
     *
     * @return number of operations that failed
     * @throws dev.mangrove.MangroveException if none has begun: the index has been dropped, or a
     *     server was lost before
     */
    default int applyAll(OrderedBatch batch) {
        return batch.applySingly(this);
    }

    /**
     * Gives many keys a value each, as {@link #applyAll} does. All puts are tried; then the first
     * failure is thrown, with the others suppressed. Use {@link #applyAll} to learn which puts have
     * failed.
     *
     * @return number of keys that are new
     * @throws IllegalArgumentException if there are not as many values as keys
     */
    default int putAll(long[] keys, long[] values) {
        if (keys.length != values.length) {
            throw new IllegalArgumentException(
                    "each key has one value: keys=" + keys.length + ", values=" + values.length);
        }
        OrderedBatch batch = new OrderedBatch();
        for (int i = 0; i < keys.length; i++) {
            batch.put(keys[i], values[i]);
        }
        int _ = applyAll(batch);
        batch.throwFailure();
        return batch.met();
    }

    /** Entries in order. */
    Cursor range(RangeQuery query);

    /** Number of keys from one to another, both included. */
    long count(long from, long to);

    /**
     * Fills an empty index from entries in strictly ascending order of keys, far faster than by
     * puts. All entries become visible at once; where an index has several shares, those of a share
     * do. A load that fails before that leaves the index as it was.
     *
     * @param fill share of each page to fill, more than 0 to 1; a page gets at least two entries
     * @return number of entries
     * @throws IllegalStateException if the index is not empty
     * @throws IllegalArgumentException if the keys are not in order
     */
    long bulkLoad(Entries sorted, double fill);

    /**
     * Reads the whole tree and checks its invariants. Other views may change it meanwhile. Parts at
     * lost servers are left out; {@link Verification#unreachable} counts the links to them.
     */
    Verification verify();

    /** Shape of the tree; reads the whole tree. Other views may change it meanwhile. */
    OrderedStatistics statistics();

    /**
     * What the operations of this view have cost so far; costs nothing itself. A handle answers for
     * one of its views: a thread that uses it alone has no other.
     */
    OrderedCosts costs();

    /**
     * The operations as futures.
     *
     * @throws UnsupportedOperationException if this is no handle: a view belongs to one thread
     */
    default AsyncOrdered async() {
        throw new UnsupportedOperationException(
                "a view is used by one thread at a time; futures need a handle, see"
                        + " Mangrove.ordered");
    }

    /** The index as a map; it may be used by the threads that may use this. */
    OrderedMap asMap();

    /** Ends this view or handle; the index stays. */
    @Override
    void close();
}
