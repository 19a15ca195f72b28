package dev.mangrove.index.session;

import dev.mangrove.index.wire.Status;

/**
 * A server refused a request; the message says which server and why. For code within the library:
 * views and {@link dev.mangrove.Mangrove} turn it into a {@link dev.mangrove.MangroveException}.
 */
public class RequestRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Status status;

    /** Creates an exception. */
    public RequestRefusedException(Status status, String message) {
        super(message);
        this.status = status;
    }

    /** What the server said. */
    public Status status() {
        return status;
    }
}
