package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * Pages of an index, or the messages about them, are not as they must be. A change that ends so may
 * or may not have happened. Remedy: drop the index and load it again.
 */
public final class DamagedIndexException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public DamagedIndexException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
