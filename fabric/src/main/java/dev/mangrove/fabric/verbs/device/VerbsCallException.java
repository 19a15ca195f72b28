package dev.mangrove.fabric.verbs.device;

/** A call into libibverbs failed. */
public final class VerbsCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int ENOMEM = 12;
    private static final int EAGAIN = 11;

    private final int errno;

    VerbsCallException(String call, int errno, String text) {
        super(call + ": " + text);
        this.errno = errno;
    }

    /** Whether memory, or the right to lock it, was missing. */
    boolean isOutOfMemory() {
        return errno == ENOMEM || errno == EAGAIN;
    }
}
