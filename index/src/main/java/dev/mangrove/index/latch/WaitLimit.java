package dev.mangrove.index.latch;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;

import java.util.function.LongFunction;

/**
 * A bounded wait for another thread or process: spins at first, then sleeps for doubling periods
 * between polls, checks every 50 ms whether the other side is alive, and gives up at a time limit
 * ({@link WaitedTime}). Reads no clock before it has spun. Reusable, by one thread.
 */
public final class WaitLimit {
    /** Default limit, for threads of the same server. Chosen: equal to the limit for latches. */
    private static final long LONGEST_NANOS = 30_000_000_000L;

    /** Chosen: some 50 us, longer than any change of one page. */
    private static final int SPINS = 1_000;

    /** Chosen: from the cost of a context switch to one at which the waiter's load vanishes. */
    private static final long FIRST_REST_NANOS = 20_000;

    private static final long LONGEST_REST_NANOS = 1_000_000;

    /** Chosen: as for latches, rare enough to cost the server nothing. */
    private static final long ASK_NANOS = 50_000_000;

    /** Finds out whether the other side is alive. */
    @FunctionalInterface
    public interface LivenessCheck {
        /**
         * Returns if it is alive.
         *
         * @throws RuntimeException if it is lost, with the reason
         */
        void check();
    }

    private final Host host;
    private final LivenessCheck others;
    private final long longestNanos;
    private final WaitedTime time;
    private int looks;
    private long rest;
    private long askedAt;

    /** Creates a wait for other threads of this process, which are always alive. */
    public WaitLimit(Host host) {
        this(host, () -> {});
    }

    /** Creates a wait with the default limit. */
    public WaitLimit(Host host, LivenessCheck others) {
        this(host, others, LONGEST_NANOS);
    }

    /** Creates a wait with a limit. */
    public WaitLimit(Host host, LivenessCheck others, long longestNanos) {
        this.host = host;
        this.others = others;
        this.longestNanos = longestNanos;
        this.time = new WaitedTime(longestNanos);
    }

    /** Starts to wait. */
    public void begin() {
        looks = 0;
    }

    /** Checks at once whether the other side is alive. */
    public void check() {
        others.check();
    }

    /**
     * Pauses once.
     *
     * @param number names, by {@code name}, what the thread waits for, in the message
     * @throws FabricException {@code TIMEOUT} after the limit, or the failure of the other side
     */
    public void pause(long number, LongFunction<String> name) {
        if (looks < SPINS) {
            host.spinWait();
        }
        looked(number, name);
    }

    /** As {@link #pause}, but without spinning: for callers whose poll takes time itself. */
    public void looked(long number, LongFunction<String> name) {
        if (++looks <= SPINS) {
            return;
        }
        long now = host.nanoTime();
        if (looks == SPINS + 1) {
            time.begin(now);
            askedAt = now;
            rest = FIRST_REST_NANOS;
        } else if (now - askedAt >= ASK_NANOS) {
            askedAt = now;
            others.check();
        }
        if (time.polled(now) > longestNanos) {
            throw new FabricException(
                    FabricException.Kind.TIMEOUT,
                    "waited " + longestNanos / 1_000_000 + " ms for " + name.apply(number));
        }
        host.sleep(rest);
        rest = Math.min(2 * rest, LONGEST_REST_NANOS);
    }
}
