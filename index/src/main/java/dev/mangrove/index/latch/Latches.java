package dev.mangrove.index.latch;

/** Latches that are reached in memory, of one thread. */
public interface Latches {
    /** Waits for the latch of a page and takes it. */
    void acquire(long pointer);

    /** Takes the latch of a page if it is free. */
    boolean tryAcquire(long pointer);

    /** Gives the latch of a page back, after all changes. */
    void release(long pointer);
}
