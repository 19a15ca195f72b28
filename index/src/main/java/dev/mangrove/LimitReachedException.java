package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * A limit other than memory is reached, which the message names; the operation has not happened.
 */
public final class LimitReachedException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public LimitReachedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
