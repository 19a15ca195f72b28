package dev.mangrove.server.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts a worker's activity. Written by the worker; the ticker reads it and may see old values.
 */
public final class WorkerMeter {
    private static final VarHandle TURNS;

    static {
        try {
            TURNS =
                    MethodHandles.lookup()
                            .findVarHandle(WorkerMeter.class, "turns", long.class)
                            .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long requests;
    private volatile long busyNanos;
    private volatile int queueLength;
    private volatile long turns;
    private long ownRequests;
    private long ownBusyNanos;

    /** Counts one request. */
    public void request() {
        ownRequests++;
    }

    /** Counts a turn in which there was something to do. */
    public void busy(long nanos, int handled) {
        ownBusyNanos += nanos;
        busyNanos = ownBusyNanos;
        requests = ownRequests;
        queueLength = handled;
    }

    /** Counts a poll that found nothing. */
    public void idle() {
        requests = ownRequests;
        queueLength = 0;
    }

    /** Marks the end of a turn: the worker serves no request that it took before. */
    public void turn() {
        TURNS.setRelease(this, (long) TURNS.get(this) + 1);
    }

    public long turns() {
        return turns;
    }

    long requests() {
        return requests;
    }

    long busyNanos() {
        return busyNanos;
    }

    /** Requests found waiting at the last look. */
    int queueLength() {
        return queueLength;
    }
}
