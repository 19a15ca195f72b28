package dev.mangrove.server;

import dev.mangrove.index.wire.Status;

/** A service says no; the client gets status and text. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Status status;

    /** Creates an exception. */
    public RefusedException(Status status, String message) {
        super(message);
        this.status = status;
    }

    /** What the client gets. */
    public Status status() {
        return status;
    }
}
