package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * The root of the exceptions that this library throws if something outside the caller's code fails:
 * a server, the network, memory. Subclasses say what the caller can do. Mistakes of the caller are
 * {@link IllegalArgumentException}, {@link IllegalStateException} and {@link NullPointerException}
 * instead.
 */
public abstract class MangroveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MangroveException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
