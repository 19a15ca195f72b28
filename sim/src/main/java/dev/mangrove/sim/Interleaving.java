package dev.mangrove.sim;

/**
 * How accesses in place of a cluster's threads interleave.
 *
 * @param switchOneIn average number of loads and stores between two suspensions
 * @param longestNanos longest suspension; most are much shorter
 * @param stores when a store becomes visible to other threads
 */
public record Interleaving(int switchOneIn, long longestNanos, Stores stores) {
    /** When a store becomes visible to other threads. */
    public enum Stores {
        /** At once. */
        AT_ONCE,
        /** Late, but in the order of the thread's stores, as on x86. */
        IN_ORDER,
        /** Late, and in any order that fences and release stores allow, as on Arm. */
        ANY_ORDER
    }

    /** Checks the numbers. */
    public Interleaving {
        if (switchOneIn < 1 || longestNanos < 1) {
            throw new IllegalArgumentException(
                    "switchOneIn=" + switchOneIn + ", longestNanos=" + longestNanos);
        }
    }
}
