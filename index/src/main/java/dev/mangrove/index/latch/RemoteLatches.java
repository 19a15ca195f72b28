package dev.mangrove.index.latch;

import dev.mangrove.fabric.Batch;

/** Latches of one server that one thread reaches by verbs. */
public interface RemoteLatches {
    /** Address of the latch of a page; equal for pages that share a latch. */
    long latchOf(long pointer);

    /** This session's word for the next acquisition. */
    long nextWord();

    /** Adds a compare-and-swap of a latch to a batch; returns the request's index. */
    int swap(Batch batch, long pointer, long expected, long mine);

    /** The word that a completed swap found. */
    long found(Batch batch, int swap, long pointer);

    /** Adds the release of a latch to a batch. */
    void free(Batch batch, long pointer);

    /** Whether the session that stored a word into a latch is gone for good. */
    boolean isGone(long word, boolean keepOut);
}
