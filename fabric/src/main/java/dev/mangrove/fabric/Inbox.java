package dev.mangrove.fabric;

import java.lang.foreign.MemorySegment;

/**
 * Where messages of a target's connections arrive. Each connection belongs to one inbox for its
 * whole life, and its messages come in the order they were sent. An inbox is drained by one thread
 * at a time.
 */
public interface Inbox {
    /**
     * Hands over what has arrived, at most {@code limit} items, and returns how many: about as many
     * as were waiting. What arrives during the call may be left to the next one. Never waits.
     */
    int poll(Handler handler, int limit);

    /**
     * Waits until something may have arrived, {@link #wakeUp} was called or the time is over.
     *
     * @throws FabricException {@code CLOSED} once the target is closed
     */
    void await(Waiting waiting, long timeoutNanos);

    /** Ends the current or the next {@link #await}; from any thread. */
    void wakeUp();

    /**
     * What can arrive. Memory handed over is valid only during the call, and a hostile peer may
     * change it meanwhile.
     */
    interface Handler {
        /** A client has connected. */
        void onOpened(Connection connection);

        /** A message. */
        void onMessage(Connection from, MemorySegment memory, long offset, int length);

        /** The 32 bits of a WRITE with immediate, whose data is in place. */
        void onImmediate(Connection from, int immediate);

        /**
         * The client has gone, or broke the protocol, or the server closed the connection. The last
         * call for it.
         */
        void onClosed(Connection connection, String reason);
    }
}
