package dev.mangrove.fabric;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/** A server's view of one client's {@link Channel}. */
public interface Connection {
    /** Unique within the target. */
    long id();

    /** Readable name of the client, for log and error messages. */
    String peer();

    /**
     * Sends a message if there is room for it. From any thread.
     *
     * @return false when the client has not yet taken enough of what was sent before
     * @throws FabricException when the connection is closed or the message too large
     */
    boolean trySend(MemorySegment memory, long offset, int length);

    /** Whether the connection is open, as far as the server knows. */
    boolean isOpen();

    /**
     * Whether no one-sided verb of the client, and no store that it makes in place, can take effect
     * through this connection any more. The server then gives the client's latches to other
     * clients, so a provider returns true only when it is certain: the target carries out nothing
     * of the connection, not even what had arrived before it ended, and a process that had memory
     * mapped has unmapped it or is dead. Closing the connection at the server does not unmap the
     * client's memory. The inbox still delivers messages that arrived before the end, up to {@link
     * Inbox.Handler#onClosed}.
     */
    default boolean isGone() {
        return !isOpen();
    }

    /** Ends the connection; the client's next verb fails. */
    void close();

    /** The object that the server attached to this connection. */
    @Nullable Object attachment();

    /** Attaches an object to this connection; called by the thread that drains its inbox. */
    void attach(@Nullable Object attachment);
}
