package dev.mangrove.fabric.socket;

/**
 * The peer sent bytes that are no frame, or a frame that has no place here. Nothing it sends can be
 * understood now.
 */
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Says what was wrong. */
    public ProtocolException(String message) {
        super(message);
    }
}
