package dev.mangrove.peers.ordered;

/** A peer that can send many requests before it reads the first answer. */
public interface PipelinedPeer extends OrderedPeer {
    /** Reads the values of keys, one request each. */
    void getAll(long[] keys, long[] values);

    /** Replaces the values of existing keys. */
    void updateAll(long[] keys, long[] values);

    /** Inserts missing keys. */
    void insertAll(long[] keys, long[] values);

    /** Deletes existing keys. */
    void deleteAll(long[] keys);
}
