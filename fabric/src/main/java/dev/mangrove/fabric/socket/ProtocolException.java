package dev.mangrove.fabric.socket;

/**
 * The peer sent bytes that are not a frame, or a frame that is not allowed in this state. The
 * stream cannot be parsed any further.
 */
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public ProtocolException(String message) {
        super(message);
    }
}
