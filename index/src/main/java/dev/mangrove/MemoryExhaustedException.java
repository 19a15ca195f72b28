package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * The memory that servers may grant is used up; the operation has not happened. Remedy: delete
 * entries, drop an index, start servers with more memory, or add a server to the pool.
 */
public final class MemoryExhaustedException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public MemoryExhaustedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
