package dev.mangrove.server.request;

import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

/** A service refuses a request; the client gets status and text. */
public final class RefusedException extends RequestRefusedException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public RefusedException(Status status, String message) {
        super(status, message);
    }
}
