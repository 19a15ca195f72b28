package dev.mangrove.fabric.memory;

import java.lang.foreign.MemorySegment;

/**
 * Carries out accesses to memory that threads of several processes use in place, instead of the
 * processor: the simulator lets other threads step in between any two of them, and holds stores
 * back as a processor does. Offsets are those of aligned words.
 */
public interface AccessWatch {
    /** Reads a word. */
    long load(MemorySegment memory, long offset);

    /** Changes a word, in no order with other plain stores. */
    void store(MemorySegment memory, long offset, long value);

    /** Changes a word after all that the thread has stored before. */
    void release(MemorySegment memory, long offset, long value);

    /** Keeps the order of the stores before and the stores after. */
    void storeFence();

    /** Makes all that the thread has stored visible, and then lets others step in. */
    void fullFence();

    /**
     * Makes all that the thread has stored visible without letting others step in, because the
     * thread holds a monitor.
     */
    void monitorFence();

    /** Says that the thread holds a monitor from now on, or no more; others must not step in. */
    void holdsMonitor(boolean held);
}
