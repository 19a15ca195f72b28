package dev.mangrove.fabric;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts failures of channels. A thread that works in mapped memory posts no requests, so no
 * request tells it that a peer is lost; it compares this count with the one it last looked at.
 * Written by any thread.
 */
public final class FailureCount {
    private static final VarHandle COUNT;

    static {
        try {
            COUNT =
                    MethodHandles.lookup()
                            .findVarHandle(FailureCount.class, "count", int.class)
                            .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // Used through its handle.
    private int count;

    /** Nothing has failed yet. */
    public FailureCount() {}

    /** Failures so far. Read for each operation, so the load waits for no earlier store. */
    public int get() {
        return (int) COUNT.getOpaque(this);
    }

    /** Something has failed; whoever sees the new count sees what was written before. */
    public void increment() {
        int before = (int) COUNT.getAndAdd(this, 1);
        assert before >= 0 : before;
    }
}
