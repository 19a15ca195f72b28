package dev.mangrove.peers.ordered;

/** One thread's access to an ordered system with 64-bit keys and 64-bit values. */
public interface OrderedPeer extends AutoCloseable {
    /** Result of {@link #get} for a missing key; no key of the data has this value. */
    long ABSENT = -1;

    /** The value of a key, or {@link #ABSENT}. */
    long get(long key);

    /** Replaces the value of an existing key; other threads see it when this returns. */
    void update(long key, long value);

    /** Inserts a missing key. */
    void insert(long key, long value);

    /** Deletes an existing key. */
    void delete(long key);

    /** Copies entries from a key on, in order, as many as fit; returns their number. */
    int range(long from, long[] keys, long[] values);

    @Override
    void close();
}
