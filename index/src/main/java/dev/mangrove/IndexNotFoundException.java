package dev.mangrove;

import org.jspecify.annotations.Nullable;

/**
 * There is no index of that name, or it has been dropped. Remedy: create it, or open it again; see
 * {@link Mangrove#openOrCreateOrdered} and {@link Mangrove#openOrCreateSpatial}.
 */
public final class IndexNotFoundException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public IndexNotFoundException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
