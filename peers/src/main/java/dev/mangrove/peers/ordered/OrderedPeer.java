package dev.mangrove.peers.ordered;

/** One thread's way to an ordered system: 64-bit keys in order, each with a 64-bit value. */
public interface OrderedPeer extends AutoCloseable {
    /** What {@link #get} returns for a key that is not there; no key here has it. */
    long ABSENT = -1;

    /** The value of a key, or {@link #ABSENT}. */
    long get(long key);

    /** Gives a key that is there another value; others see it when this returns. */
    void update(long key, long value);

    /** Adds a key that is not there. */
    void insert(long key, long value);

    /** Takes out a key that is there. */
    void delete(long key);

    /** Copies entries from a key on, in order, as many as fit; tells how many. */
    int range(long from, long[] keys, long[] values);

    @Override
    void close();
}
