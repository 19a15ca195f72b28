package dev.mangrove;

/**
 * A change was under way when its server was lost, fell silent or shut this client out: it may or
 * may not have happened. The {@link #getCause cause} is the {@link MangroveException} that says
 * why. A change that ends in any other {@link MangroveException} but a {@link
 * DamagedIndexException} has not happened. Remedy: read what was to be changed, or repeat the
 * change if doing it twice does no harm.
 */
public final class OutcomeUnknownException extends MangroveException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public OutcomeUnknownException(String message, MangroveException cause) {
        super(message, cause);
    }
}
