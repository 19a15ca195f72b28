package dev.mangrove.fabric;

import java.time.Duration;

/**
 * How a thread waits: it polls for {@code spinNanos}, then blocks on an event until woken.
 *
 * @param spinNanos time to poll before blocking; 0 blocks at once, {@link Long#MAX_VALUE} never
 *     blocks
 */
public record Waiting(long spinNanos) {
    /** Polls and never gives up the core. */
    public static final Waiting POLL = new Waiting(Long.MAX_VALUE);

    /** Blocks on an event at once. */
    public static final Waiting BLOCK = new Waiting(0);

    /**
     * Polls for 20 µs, about twice what a blocking wake-up costs (9.5 µs for a futex ping-pong in
     * C, README), then blocks. Polling for the cost of a wake-up is at most twice as expensive as
     * the optimal choice (ski rental).
     */
    public static final Waiting SPIN_THEN_BLOCK = new Waiting(20_000);

    /** Checks the time. */
    public Waiting {
        if (spinNanos < 0) {
            throw new IllegalArgumentException(
                    "spinNanos must not be negative: spinNanos=" + spinNanos);
        }
    }

    /** Polls for the given time, then blocks. */
    public static Waiting spinThenBlock(Duration spin) {
        return new Waiting(spin.toNanos());
    }

    /** Whether the thread never blocks. */
    public boolean neverBlocks() {
        return spinNanos == Long.MAX_VALUE;
    }
}
