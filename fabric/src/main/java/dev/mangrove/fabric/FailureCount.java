package dev.mangrove.fabric;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts failures of channels. A thread that works in mapped memory posts no requests, so no
 * request fails when a peer is lost; the thread compares this count with the one it last read.
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

    /** Failures so far. Called for each operation, so the load does not wait for earlier stores. */
    public int get() {
        return (int) COUNT.getOpaque(this);
    }

    /**
     * Counts one failure. A thread that reads the new count also sees everything written before
     * this call.
     */
    public void increment() {
        int before = (int) COUNT.getAndAdd(this, 1);
        assert before >= 0 : before;
    }
}
