package dev.mangrove.index.latch;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;

import java.util.function.LongFunction;

/**
 * A wait for another thread or process, which has a limit: spins at first, then rests longer and
 * longer between two looks, asks every 50 ms whether those it waits for are alive, and gives up
 * after a time. Costs nothing as long as there is nothing to wait for. Used by one thread, again
 * and again.
 */
public final class WaitLimit {
    /** How long a thread waits for others of its own server. */
    private static final long LONGEST_NANOS = 30_000_000_000L;

    /** Chosen: some 50 us, longer than any change of one page. */
    private static final int SPINS = 1_000;

    private static final long FIRST_REST_NANOS = 20_000;
    private static final long LONGEST_REST_NANOS = 1_000_000;
    private static final long ASK_NANOS = 50_000_000;

    /** Finds out whether those who are waited for are alive. */
    @FunctionalInterface
    public interface Liveness {
        /**
         * Throws if they are not.
         *
         * @throws RuntimeException if they are lost, with the reason
         */
        void check();
    }

    private final Host host;
    private final Liveness others;
    private final long longestNanos;
    private int looks;
    private long rest;
    private long since;
    private long askedAt;

    /** Waits for other threads of this process, which live as long as it does. */
    public WaitLimit(Host host) {
        this(host, () -> {});
    }

    /** Waits for other threads of this process, as long as what they change is of use. */
    public WaitLimit(Host host, Liveness others) {
        this(host, others, LONGEST_NANOS);
    }

    /** Waits for others that may die. */
    public WaitLimit(Host host, Liveness others, long longestNanos) {
        this.host = host;
        this.others = others;
        this.longestNanos = longestNanos;
    }

    /** Starts to wait. */
    public void begin() {
        looks = 0;
    }

    /** Asks at once whether the others are alive. */
    public void check() {
        others.check();
    }

    /**
     * Waits a little.
     *
     * @param name makes a number the name of what is waited for, for the message
     * @throws FabricException {@code TIMEOUT} after the limit, or what the others died of
     */
    public void pause(long number, LongFunction<String> name) {
        if (looks < SPINS) {
            host.spinWait();
        }
        looked(number, name);
    }

    /** As {@link #pause}, after a look that took time itself: does not spin. */
    public void looked(long number, LongFunction<String> name) {
        if (++looks <= SPINS) {
            return;
        }
        long now = host.nanoTime();
        if (looks == SPINS + 1) {
            since = now;
            askedAt = now;
            rest = FIRST_REST_NANOS;
        } else if (now - askedAt >= ASK_NANOS) {
            askedAt = now;
            others.check();
        }
        if (now - since > longestNanos) {
            throw new FabricException(
                    FabricException.Kind.TIMEOUT,
                    "waited " + longestNanos / 1_000_000 + " ms for " + name.apply(number));
        }
        host.sleep(rest);
        rest = Math.min(2 * rest, LONGEST_REST_NANOS);
    }
}
