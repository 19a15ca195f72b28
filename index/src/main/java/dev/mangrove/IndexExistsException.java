package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * The name belongs to another index already. Remedy: open that index, drop it, or choose another
 * name.
 */
public final class IndexExistsException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public IndexExistsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
