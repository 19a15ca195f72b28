package dev.mangrove.index.latch;

/**
 * The time that a thread has waited, as far as it was able to poll. A thread may stand still for
 * longer than any limit, because its process or its machine is stopped. It has not waited then:
 * what it waits for may have come and gone. So each step from one poll to the next counts for a
 * bounded time.
 */
public final class WaitedTime {
    /** Chosen: what others do within a poll fails so often only if they do it all the time. */
    private static final int FEWEST_POLLS = 16;

    private final long longestStepNanos;
    private long last;
    private long waited;

    /** For waits of which the shortest limit is given: no fewer than 16 polls reach it. */
    public WaitedTime(long limitNanos) {
        this.longestStepNanos = limitNanos / FEWEST_POLLS;
    }

    /** Starts to wait. */
    public void begin(long nowNanos) {
        last = nowNanos;
        waited = 0;
    }

    /** Counts the step to this poll; returns the time waited since the beginning. */
    public long polled(long nowNanos) {
        waited += Math.min(nowNanos - last, longestStepNanos);
        last = nowNanos;
        return waited;
    }
}
