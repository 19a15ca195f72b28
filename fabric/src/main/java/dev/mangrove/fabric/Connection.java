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

    /**
     * Whether no one-sided verb of the client, and no store that it makes in place, can take effect
     * through this connection any more. What the client has locked may be given to others after
     * that, so a provider says so only when it is certain: the target carries out nothing of the
     * connection, not even what had arrived before it ended, and a process that had memory mapped
     * has unmapped it or is dead. An end that the server brought about is not enough for the
     * latter. Messages that came before the end are still handed over, up to {@link
     * Inbox.Handler#onClosed}.
     */
    default boolean isGone() {
        return !isOpen();
    }

    /** Ends the connection; the client's next verb fails. */
    void close();

    /** What the server keeps with this connection. */
    @Nullable Object attachment();

    /** Keeps something with this connection; from the thread that drains its inbox. */
    void attach(@Nullable Object attachment);
}
