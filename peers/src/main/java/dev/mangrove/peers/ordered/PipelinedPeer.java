package dev.mangrove.peers.ordered;

/** A peer that can send many requests before it looks at the first answer. */
public interface PipelinedPeer extends OrderedPeer {
    /** Values of keys, one request each. */
    void getAll(long[] keys, long[] values);

    /** Gives keys other values. */
    void updateAll(long[] keys, long[] values);

    /** Adds keys. */
    void insertAll(long[] keys, long[] values);

    /** Takes keys out. */
    void deleteAll(long[] keys);
}
