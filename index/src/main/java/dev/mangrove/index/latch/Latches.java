package dev.mangrove.index.latch;

/** Latches that are reached in memory, of one thread. */
public interface Latches {
    /**
     * Waits for the latch of a page and takes it.
     *
     * @param handed the word that holds it now, if it was handed on to this thread; else free
     * @return the word that holds it from now on
     */
    long acquire(long pointer, long handed);

    /** Takes the latch of a page if it is free; returns the word that holds it, or free if not. */
    long tryAcquire(long pointer);

    /** Gives the latch of a page back, after all changes. */
    void release(long pointer);

    /** Gives it back if it holds a word; it may be another's by now. Nothing for a free word. */
    void release(long pointer, long word);
}
