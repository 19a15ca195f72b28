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
     *
     * @throws FabricException {@code UNSUPPORTED} if they are on a device, where the processor has
     *     no mapping of them; use {@link #copyOut}
     */
    MemorySegment memory();

    /**
     * Copies bytes of the region out, wherever they are; clients may change them meanwhile. Offset
     * and length are multiples of 4, and each aligned 4-byte unit is copied atomically.
     */
    default void copyOut(long offset, MemorySegment to) {
        MemorySegment.copy(memory(), offset, to, 0, to.byteSize());
    }

    /**
     * Reserves memory behind a range, so that an access to it cannot fail later. Bytes never
     * committed read as zero.
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
     * Whether atomics on this memory are the processor's own. If not, the device that serves it is
     * the arbiter of its words, and an atomic of the processor on such a word may lose updates.
     */
    default boolean isArbitratedByProcessor() {
        return true;
    }
}
