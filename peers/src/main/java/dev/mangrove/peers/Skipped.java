package dev.mangrove.peers;

/** A system that is not there on this machine. */
public final class Skipped extends Exception {
    private static final long serialVersionUID = 1;

    /** With what is missing. */
    public Skipped(String why) {
        super(why);
    }

    /** With what went wrong. */
    public Skipped(String why, Throwable cause) {
        super(why, cause);
    }
}
