package dev.mangrove.index.session;

import java.lang.foreign.MemorySegment;

/** Takes the parts of a long answer as they arrive. */
@FunctionalInterface
public interface AnswerHandler {
    /** The next part; the memory is valid only during the call, and nothing may wait in it. */
    void onPart(MemorySegment memory, long offset, int length);
}
