package dev.mangrove.peers.bytes;

import org.jspecify.annotations.Nullable;

/** One thread's access to a system with keys and values of bytes. */
public interface BytesPeer extends AutoCloseable {
    /** Takes the entries of a scan. */
    @FunctionalInterface
    interface Sink {
        /** Takes one entry. */
        void entry(byte[] key, byte[] value);
    }

    /** The value of a key, in an array of the caller's own; null if there is none. */
    byte @Nullable [] get(byte[] key);

    /** Replaces the value of a key; other threads see it when this returns. */
    void put(byte[] key, byte[] value);

    /** Visits the entries whose keys start with a prefix, in order. */
    void scan(byte[] prefix, Sink sink);

    /** Reads the values of many keys; null where there is none. */
    default byte[] @Nullable [] getAll(byte[]... keys) {
        byte[] @Nullable [] values = new byte[keys.length][];
        for (int i = 0; i < keys.length; i++) {
            values[i] = get(keys[i]);
        }
        return values;
    }

    @Override
    void close();
}
