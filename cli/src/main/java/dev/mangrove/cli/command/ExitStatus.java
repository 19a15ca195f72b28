package dev.mangrove.cli.command;

/** The statuses a command ends with. */
public final class ExitStatus {
    /** Done, and good. */
    public static final int GOOD = 0;

    /** A check failed, or the command could not do its work. */
    public static final int FAILED = 1;

    /** The command line is wrong. */
    public static final int USAGE = 2;

    private ExitStatus() {}
}
