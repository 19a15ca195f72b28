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
     * Polls as long as a blocking wake-up would cost, then blocks: within twice the best choice
     * whatever comes.
     */
    public static final Waiting SPIN_THEN_BLOCK = new Waiting(20_000);

    /** Checks the time. */
    public Waiting {
        if (spinNanos < 0) {
            throw new IllegalArgumentException("spinNanos=" + spinNanos);
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
