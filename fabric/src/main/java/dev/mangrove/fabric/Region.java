package dev.mangrove.fabric;

import java.lang.foreign.MemorySegment;

/**
 * A stretch of a server's memory that clients reach by verbs. Belongs to the target that allocated
 * it.
 */
public interface Region {
    /** What clients need to reach it. */
    RegionHandle handle();

    /**
     * The region's bytes, for the server's own use. Readable and writable from any thread; clients
     * change them at any moment.
     */
    MemorySegment memory();

    /**
     * Makes sure that memory stands behind a range, so that touching it cannot fail later. Bytes
     * never committed read as zero.
     *
     * @throws FabricException {@code OUT_OF_MEMORY} when the system has none left
     */
    void commit(long offset, long length);

    /**
     * Gives the memory behind a range back to the system; the bytes read as zero until committed
     * again.
     */
    void discard(long offset, long length);

    /**
     * Whether atomics on this memory are the processor's own. If not, they are those of the device
     * that serves it, and whoever uses the processor's on the same word loses updates: a word has
     * one arbiter.
     */
    default boolean isArbitratedByProcessor() {
        return true;
    }
}
