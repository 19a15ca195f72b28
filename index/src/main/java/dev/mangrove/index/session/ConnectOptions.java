package dev.mangrove.index.session;

import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Host;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.Waiting;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * How a client connects to a pool.
 *
 * @param host the machine the client runs on
 * @param waiting how sessions wait
 * @param timeout longest wait for a connection, a batch, or the next part of an answer
 * @param silenceLimit a server that sent no heartbeat for so long counts as lost by those who wait
 *     for its answer
 * @param secret what servers must be shown, on fabrics that cross hosts
 */
public record ConnectOptions(
        Host host,
        Waiting waiting,
        Duration timeout,
        Duration silenceLimit,
        @Nullable Secret secret) {
    /** This machine; spin, then block; five seconds; one and a half of silence; no secret. */
    public static final ConnectOptions DEFAULT =
            new ConnectOptions(
                    Host.system(),
                    Waiting.SPIN_THEN_BLOCK,
                    Duration.ofSeconds(5),
                    Duration.ofMillis(1500),
                    null);

    /** Checks the times. */
    public ConnectOptions {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout=" + timeout);
        }
        if (silenceLimit.isNegative() || silenceLimit.isZero()) {
            throw new IllegalArgumentException("silenceLimit=" + silenceLimit);
        }
    }

    /** On another machine. */
    public ConnectOptions withHost(Host other) {
        return new ConnectOptions(other, waiting, timeout, silenceLimit, secret);
    }

    /** With another way to wait. */
    public ConnectOptions withWaiting(Waiting way) {
        return new ConnectOptions(host, way, timeout, silenceLimit, secret);
    }

    /** With another time limit. */
    public ConnectOptions withTimeout(Duration limit) {
        return new ConnectOptions(host, waiting, limit, silenceLimit, secret);
    }

    /** With another limit of silence. */
    public ConnectOptions withSilenceLimit(Duration limit) {
        return new ConnectOptions(host, waiting, timeout, limit, secret);
    }

    /** With a secret. */
    public ConnectOptions withSecret(@Nullable Secret shared) {
        return new ConnectOptions(host, waiting, timeout, silenceLimit, shared);
    }

    EndpointOptions endpoint() {
        return new EndpointOptions(waiting, timeout, secret);
    }
}
