package dev.mangrove.fabric.memory;

import java.lang.foreign.MemorySegment;

/**
 * Replaces loads, stores and fences on memory that is used in place. The simulator implements it:
 * it schedules other threads between any two accesses and delays stores as a store buffer does.
 * Offsets are those of aligned words.
 */
public interface AccessWatch {
    /** Reads a word. */
    long load(MemorySegment memory, long offset);

    /** Stores a word, unordered with other plain stores. */
    void store(MemorySegment memory, long offset, long value);

    /** Stores a word with release order: after all earlier stores of the thread. */
    void release(MemorySegment memory, long offset, long value);

    /** Orders the stores before it with the stores after it. */
    void storeFence();

    /** A compare-and-set, after a {@link #fullFence}, has stored a word. */
    default void swapped(MemorySegment memory, long offset, long value) {}

    /** Makes all earlier stores of the thread visible, then lets other threads run. */
    void fullFence();

    /**
     * Makes all earlier stores visible but lets no other thread run, because the caller holds a
     * monitor.
     */
    void monitorFence();

    /** Lets other threads run before an access to the heap by which threads meet. */
    void heapAccess();

    /** Sets whether the thread holds a monitor; no other thread may run while it does. */
    void holdsMonitor(boolean held);
}
