package dev.mangrove.fabric.socket;

/** Called by an I/O thread when a socket is ready; the attachment of its selection key. */
public interface KeyHandler {
    /** The socket can be read or written, as its interest says. On the I/O thread. */
    void ready();

    /** The time limit has passed; only after {@link IoLoop#limit}. On the I/O thread. */
    default void expire() {}

    /**
     * Ends the handler for a reason that its log entry names, for instance because the target
     * closes.
     */
    void endWith(String reason);
}
