package dev.mangrove;

import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.Waiting;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Objects;

/**
 * How a client connects to a pool.
 *
 * @param waiting how threads wait for answers
 * @param timeout longest wait for a connection, a batch, or the next part of an answer
 * @param silenceLimit time without a heartbeat after which a thread that waits for a server's
 *     answer treats the server as lost
 * @param secret secret that proves the client to servers, on fabrics that cross hosts; null for the
 *     one in the environment variable {@value dev.mangrove.fabric.Secret#VARIABLE}, if it is set
 */
public record ConnectOptions(
        Waiting waiting, Duration timeout, Duration silenceLimit, @Nullable Secret secret) {
    /** Spin, then block; five seconds; one and a half of silence; the environment's secret. */
    public static final ConnectOptions DEFAULT =
            new ConnectOptions(
                    Waiting.SPIN_THEN_BLOCK, Duration.ofSeconds(5), Duration.ofMillis(1500), null);

    /** Checks the times. */
    public ConnectOptions {
        Objects.requireNonNull(waiting, "waiting");
        checkPositive(timeout, "timeout");
        checkPositive(silenceLimit, "silenceLimit");
    }

    /** With another way to wait. */
    public ConnectOptions withWaiting(Waiting way) {
        return new ConnectOptions(way, timeout, silenceLimit, secret);
    }

    /** With another time limit. */
    public ConnectOptions withTimeout(Duration limit) {
        return new ConnectOptions(waiting, limit, silenceLimit, secret);
    }

    /** With another limit of silence. */
    public ConnectOptions withSilenceLimit(Duration limit) {
        return new ConnectOptions(waiting, timeout, limit, secret);
    }

    /** With a secret. */
    public ConnectOptions withSecret(@Nullable Secret shared) {
        return new ConnectOptions(waiting, timeout, silenceLimit, shared);
    }

    private static void checkPositive(Duration time, String name) {
        Objects.requireNonNull(time, name);
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(name + " is more than 0: " + name + "=" + time);
        }
    }
}
