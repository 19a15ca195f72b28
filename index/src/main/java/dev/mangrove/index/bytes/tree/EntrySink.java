package dev.mangrove.index.bytes.tree;

/** Takes the entries of a scan. */
@FunctionalInterface
public interface EntrySink {
    /** Takes an entry; returns whether there is room for another. */
    boolean accept(byte[] key, byte[] value);
}
