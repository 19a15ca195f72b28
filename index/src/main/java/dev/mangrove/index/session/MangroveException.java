package dev.mangrove.index.session;

import dev.mangrove.index.wire.Status;

/** A server refused a request; the message says which server and why. */
public class MangroveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Status status;

    /** Creates an exception. */
    public MangroveException(Status status, String message) {
        super(message);
        this.status = status;
    }

    /** What the server said. */
    public Status status() {
        return status;
    }
}
