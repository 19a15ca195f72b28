package dev.mangrove.index.session;

import java.lang.foreign.MemorySegment;

/** Receives messages that answer no request. */
@FunctionalInterface
public interface UnaskedHandler {
    /** Ignores all. */
    UnaskedHandler NONE = (link, kind, memory, offset, length) -> {};

    /** A message of a kind; its payload is valid only during the call. */
    void onUnasked(Link from, int kind, MemorySegment memory, long offset, int length);
}
