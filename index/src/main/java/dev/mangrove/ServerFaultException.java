package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * A server failed to carry out a request, or does not understand it. The log of the server says
 * more. Remedy: use the same version of Mangrove at both ends; report what the log says.
 */
public final class ServerFaultException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public ServerFaultException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
