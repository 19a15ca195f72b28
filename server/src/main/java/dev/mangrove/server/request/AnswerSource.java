package dev.mangrove.server.request;

import java.lang.foreign.MemorySegment;

/**
 * Produces the messages of a long answer. The thread that served the request calls it for the next
 * one when the client has received those before, perhaps much later.
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
