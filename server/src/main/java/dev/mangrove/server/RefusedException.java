package dev.mangrove.server;

import dev.mangrove.index.session.MangroveException;
import dev.mangrove.index.wire.Status;

/** A service says no; the client gets status and text. */
public final class RefusedException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public RefusedException(Status status, String message) {
        super(status, message);
    }
}
