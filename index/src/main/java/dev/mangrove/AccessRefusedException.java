package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * A server does not let this client in, or has shut it out. Remedy: give the secret of the pool,
 * see {@link ConnectOptions#secret}; for shared memory, run as the user or in the group of the
 * server; a client that was shut out after a long pause connects again.
 */
public final class AccessRefusedException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public AccessRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
