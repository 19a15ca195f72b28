package dev.mangrove.fabric.posix;

import java.io.IOException;

/** Signals to other processes that the JDK has no words for. */
public enum ProcessSignal {
    /** Goes on after {@link #STOP}. */
    CONTINUE(18),
    /** Stands still, all threads at once and wherever they are; cannot be refused. */
    STOP(19);

    private final int number;

    ProcessSignal(int number) {
        this.number = number;
    }

    /**
     * Sends it to one process.
     *
     * @throws IOException if there is no such process, or it is somebody else's
     * @throws IllegalArgumentException if the number means several processes
     */
    public void send(long process) throws IOException {
        if (process <= 1) {
            throw new IllegalArgumentException("not one process: process=" + process);
        }
        Posix.kill(Math.toIntExact(process), number);
    }
}
