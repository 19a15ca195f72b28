package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * A server that seems to be there has not answered in time. A read may be repeated; a change has
 * not happened. Remedy: try again, or connect with a longer {@link ConnectOptions#timeout}.
 */
public final class ServerTimeoutException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public ServerTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
