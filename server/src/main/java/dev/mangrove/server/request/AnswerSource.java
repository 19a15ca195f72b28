package dev.mangrove.server.request;

import java.lang.foreign.MemorySegment;

/**
 * Where the messages of a long answer come from. It is asked for the next one only when the client
 * has taken those before, from the thread that served the request, perhaps much later.
 */
public interface AnswerSource {
    /**
     * Writes the next part of the answer, at most {@code capacity} bytes from {@code offset}, and
     * returns its length.
     */
    int fill(MemorySegment memory, long offset, int capacity);

    /** Whether the part written last was the end. */
    boolean isDone();
}
