package dev.mangrove.index.latch;

/** Latches in addressable memory, as one thread uses them. */
public interface Latches {
    /**
     * Waits for the latch of a page and acquires it.
     *
     * @param handed the word that holds it now, if it was handed on to this thread; else FREE
     * @return the word that holds it from now on
     */
    long acquire(long pointer, long handed);

    /** Prefetches the latch of a page. The result only keeps the load alive. */
    default long fetch(long pointer) {
        return 0;
    }

    /** Acquires the latch of a page if it is free; returns the word that holds it, else FREE. */
    long tryAcquire(long pointer);

    /** Releases the latch of a page, after all changes. */
    void release(long pointer);

    /** Releases the latch if it still holds the given word; no effect if that word is FREE. */
    void release(long pointer, long word);
}
