package dev.mangrove.fabric.socket;

/** What an I/O thread does when a socket is ready; the attachment of its key. */
public interface KeyHandler {
    /** The socket can be read or written, as its interest says. On the I/O thread. */
    void ready();

    /** Its time is over; only for what was given a time limit. On the I/O thread. */
    default void expire() {}

    /** The target closes. */
    void abandon(String reason);
}
