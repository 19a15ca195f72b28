package dev.mangrove.fabric.posix;

import java.io.IOException;

/** Signals that the JDK has no method for. */
public enum ProcessSignal {
    /** SIGCONT: continues after {@link #STOP}. */
    CONTINUE(18),
    /** SIGSTOP: stops all threads at once; cannot be caught. */
    STOP(19);

    private final int number;

    ProcessSignal(int number) {
        this.number = number;
    }

    /**
     * Sends it to one process.
     *
     * @throws IOException if there is no such process, or it belongs to another user
     * @throws IllegalArgumentException if the number means several processes
     */
    public void send(long process) throws IOException {
        if (process <= 1) {
            throw new IllegalArgumentException(
                    "process must be greater than 1: process=" + process);
        }
        Posix.kill(Math.toIntExact(process), number);
    }
}
