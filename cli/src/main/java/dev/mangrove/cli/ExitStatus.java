package dev.mangrove.cli;

/** The statuses a command ends with. */
final class ExitStatus {
    /** Done, and good. */
    static final int GOOD = 0;

    /** A check failed, or the command could not do its work. */
    static final int FAILED = 1;

    /** The command line is wrong. */
    static final int USAGE = 2;

    private ExitStatus() {}
}
