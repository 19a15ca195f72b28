package dev.mangrove.index.wire;

/** A message does not say what its kind demands. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public MalformedException(String message) {
        super(message);
    }
}
