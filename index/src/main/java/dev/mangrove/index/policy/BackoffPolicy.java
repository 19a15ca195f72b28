package dev.mangrove.index.policy;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.ServerBeat;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Catfish, Algorithm 1. When a heartbeat says that the server's processors are busier than T, the
 * next requests are offloaded: a number drawn from [0, N), then, while the server stays busy, from
 * [N, 2N) and so on.
 *
 * <p>A request that finds no new heartbeat counts as one that finds the server idle, so the
 * interval moves on only if requests take longer than heartbeats are apart; else at most N - 1
 * requests are offloaded per heartbeat.
 */
public final class BackoffPolicy implements AccessPolicy {
    /** The paper's N. */
    public static final int WINDOW = 8;

    /** The paper's T. */
    public static final double BUSY = 0.95;

    private final Host host;
    private final RandomGenerator random;
    private final Supplier<ServerBeat> beats;
    private final long interval;
    private long lastBeat;
    private long lookedAt;
    private long busyRounds;
    private long offloadRounds;

    /**
     * Creates the policy of a client that has received no heartbeat yet.
     *
     * @param beats the server's last heartbeat
     * @param interval nanoseconds from one heartbeat to the next, the paper's Inv
     */
    public BackoffPolicy(Host host, Supplier<ServerBeat> beats, long interval) {
        this.host = host;
        this.random = host.random();
        this.beats = beats;
        this.interval = interval;
        this.lastBeat = beats.get().number();
        this.lookedAt = host.nanoTime() - interval;
    }

    @Override
    public boolean offloads(RequestEstimate request) {
        double utilisation = 0;
        ServerBeat beat = beats.get();
        if (beat.number() != lastBeat) {
            long now = host.nanoTime();
            if (now - lookedAt > interval) {
                utilisation = beat.hostUtilisation();
                lastBeat = beat.number();
                lookedAt = now;
            }
        }
        if (utilisation > BUSY && offloadRounds <= busyRounds * WINDOW) {
            busyRounds++;
            offloadRounds = random.nextInt(WINDOW) + (busyRounds - 1) * WINDOW;
        } else {
            busyRounds = 0;
        }
        if (offloadRounds > 0) {
            offloadRounds--;
            return true;
        }
        return false;
    }
}
