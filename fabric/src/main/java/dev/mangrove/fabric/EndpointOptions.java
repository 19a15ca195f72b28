package dev.mangrove.fabric;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * How a client thread connects and waits.
 *
 * @param waiting how it waits; {@link Endpoint#waiting(Waiting)} changes it later
 * @param timeout longest wait for one connection, batch or room for a message
 * @param secret that this client proves to know, on fabrics that cross hosts
 */
public record EndpointOptions(Waiting waiting, Duration timeout, @Nullable Secret secret) {
    /** Spin, then block; five seconds; no secret. */
    public static final EndpointOptions DEFAULT =
            new EndpointOptions(Waiting.SPIN_THEN_BLOCK, Duration.ofSeconds(5), null);

    /** Checks the time limit. */
    public EndpointOptions {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout=" + timeout);
        }
    }

    /** With another way to wait. */
    public EndpointOptions withWaiting(Waiting way) {
        return new EndpointOptions(way, timeout, secret);
    }

    /** With another time limit. */
    public EndpointOptions withTimeout(Duration limit) {
        return new EndpointOptions(waiting, limit, secret);
    }

    /** With a secret. */
    public EndpointOptions withSecret(@Nullable Secret shared) {
        return new EndpointOptions(waiting, timeout, shared);
    }
}
