package dev.mangrove.index.session;

import java.lang.foreign.MemorySegment;

/** Receives messages that answer no request. */
@FunctionalInterface
public interface NewsHandler {
    /** Ignores all. */
    NewsHandler NONE = (link, kind, memory, offset, length) -> {};

    /** A message of a kind; its payload is valid only during the call. */
    void onNews(Link from, int kind, MemorySegment memory, long offset, int length);
}
