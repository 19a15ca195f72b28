package dev.mangrove.fabric;

import java.lang.foreign.MemorySegment;

/** Takes messages that a server sent. */
@FunctionalInterface
public interface MessageHandler {
    /** A message; the memory is valid only during the call. */
    void onMessage(Channel from, MemorySegment memory, long offset, int length);
}
