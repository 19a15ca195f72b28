package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * The root of what calls of this library throw when something outside the caller's code fails: a
 * server, the network, memory. Subclasses say what a caller can do. Mistakes of the caller are
 * {@link IllegalArgumentException}, {@link IllegalStateException} and {@link NullPointerException}
 * instead.
 */
public abstract class MangroveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MangroveException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
