package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * A server has died, has left, or cannot be reached; the message names it. A read may be repeated;
 * a change has not happened. Remedy: open a new view, or connect again, when the server is back;
 * parts of an index that other servers hold go on.
 */
public final class ServerLostException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public ServerLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
