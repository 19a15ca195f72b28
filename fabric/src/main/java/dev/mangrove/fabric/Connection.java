package dev.mangrove.fabric;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/** A server's view of one client's {@link Channel}. */
public interface Connection {
    /** Unique within the target. */
    long id();

    /** Who it is, for messages. */
    String peer();

    /**
     * Sends a message if there is room for it. From any thread.
     *
     * @return false when the client has not yet taken enough of what was sent before
     * @throws FabricException when the connection is closed or the message too large
     */
    boolean trySend(MemorySegment memory, long offset, int length);

    /** Whether the client is still there, as far as is known. */
    boolean isOpen();

    /** Ends the connection; the client's next verb fails. */
    void close();

    /** What the server keeps with this connection. */
    @Nullable Object attachment();

    /** Keeps something with this connection; from the thread that drains its inbox. */
    void attach(@Nullable Object attachment);
}
