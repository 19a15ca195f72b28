package dev.mangrove.fabric;

/**
 * A verb or a connection failed. The message names the verb, the address and the peer where there
 * is one; {@link #kind} is for programs.
 */
public final class FabricException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    public enum Kind {
        /** The region is unknown at the peer, or the key does not open it. */
        BAD_KEY,
        /** The transfer leaves its region. */
        OUT_OF_BOUNDS,
        /** An atomic on an address that is not a multiple of 8. */
        MISALIGNED,
        /** A transfer, message or frame beyond the declared limit. */
        TOO_LARGE,
        /** This side has closed the channel, endpoint, target or fabric. */
        CLOSED,
        /** The peer died, went away or cannot be reached. */
        PEER_LOST,
        /** No answer within the time limit. */
        TIMEOUT,
        /** The peer rejected the connection. */
        REFUSED,
        /** The peer broke the protocol, or its memory is damaged. */
        CORRUPT,
        /** The system, or the device, has no memory left. */
        OUT_OF_MEMORY,
        /** The fabric does not declare the capability. */
        UNSUPPORTED
    }

    private final Kind kind;

    /** Creates an exception. */
    public FabricException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Creates an exception with its cause. */
    public FabricException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }
}
