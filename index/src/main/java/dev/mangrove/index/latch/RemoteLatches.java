package dev.mangrove.index.latch;

import dev.mangrove.fabric.Batch;

/** Latches of one server that are reached by verbs, of one thread. */
public interface RemoteLatches {
    /** Address of the latch of a page: pages that share a latch have the same. */
    long latchOf(long pointer);

    /** A word of one's own for the next holding. */
    long nextWord();

    /** Adds to a batch: put a word of one's own in place of another. Returns the request. */
    int swap(Batch batch, long pointer, long expected, long mine);

    /** The word that such a swap has found. */
    long found(Batch batch, int swap, long pointer);

    /** Adds to a batch: give a latch back. */
    void free(Batch batch, long pointer);

    /** Whether whoever has put a word into a latch is gone for good. */
    boolean isGone(long word, boolean keepOut);
}
