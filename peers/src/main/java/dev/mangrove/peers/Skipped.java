package dev.mangrove.peers;

/** Thrown if a system is not available on this machine. */
public final class Skipped extends Exception {
    private static final long serialVersionUID = 1;

    /** Creates the exception with the reason. */
    public Skipped(String why) {
        super(why);
    }

    /** Creates the exception with the reason and its cause. */
    public Skipped(String why, Throwable cause) {
        super(why, cause);
    }
}
