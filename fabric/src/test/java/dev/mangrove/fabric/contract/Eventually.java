package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.host.Host;

import java.util.function.BooleanSupplier;

/** Waits for effects of other threads, in the time of the host. */
public final class Eventually {
    private static final long LOOK_EVERY_NANOS = 1_000_000;

    private Eventually() {}

    /** Waits until a condition holds; returns false after the given time. */
    public static boolean within(long nanos, Host host, BooleanSupplier condition) {
        long deadline = host.nanoTime() + nanos;
        while (!condition.getAsBoolean()) {
            if (host.nanoTime() - deadline >= 0) {
                return false;
            }
            host.sleep(LOOK_EVERY_NANOS);
        }
        return true;
    }
}
