package dev.mangrove.server;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.Heartbeat;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.load.Load;
import dev.mangrove.server.pool.ConnectionCleanup;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.state.ServerState;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Sends heartbeats to all clients that listen, and notices to members, at a steady rate, and has
 * expired entries removed; advances the server's clock where an index needs it. A heartbeat is
 * dropped for a client that has no room for it.
 */
final class Ticker implements Runnable {
    private static final Logger LOG = System.getLogger(Ticker.class.getName());

    /**
     * Factor by which a server ticks slower when no client listens or it has served no request for
     * {@link #ACTIVE_NANOS}. Chosen: saves processor time of an idle server.
     */
    private static final int IDLE_FACTOR = 10;

    /**
     * Longest time between heartbeats. Chosen: a small part of the 1.5 s of silence after which
     * clients count a server as lost by default.
     */
    private static final long LONGEST_IDLE_NANOS = 100_000_000;

    /**
     * Time after its last request for which a server counts as active. Chosen: bridges short pauses
     * between requests.
     */
    private static final long ACTIVE_NANOS = 1_000_000_000;

    private final ServerState state;
    private final ConnectionCleanup cleanup;
    private final Host host;
    private final long interval;
    private final long idleInterval;
    private final MemorySegment beat = Arena.ofAuto().allocate(Header.BYTES + Heartbeat.BYTES, 8);
    private long sequence;
    private long requestsSeen;
    private long activeUntil;
    private volatile boolean stopping;

    Ticker(ServerState state, ConnectionCleanup cleanup) {
        this.state = state;
        this.cleanup = cleanup;
        this.host = state.options().host();
        this.interval = state.options().heartbeat().toNanos();
        this.idleInterval =
                Math.max(interval, Math.min(IDLE_FACTOR * interval, LONGEST_IDLE_NANOS));
        this.activeUntil = host.nanoTime();
        Header.write(beat, 0, MessageKind.HEARTBEAT, (byte) 0, Status.OK, Header.UNASKED);
    }

    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        long next = host.nanoTime() + interval;
        while (!stopping) {
            long now = host.nanoTime();
            long pause = state.clock().tick(next - now);
            if (now - next < 0) {
                host.sleep(pause);
                continue;
            }
            long until = tickSafely() ? interval : idleInterval;
            // Missed ticks are not made up for.
            next = now - next < until ? next + until : now + until;
        }
    }

    private boolean tickSafely() {
        try {
            return tick();
        } catch (RuntimeException | InternalError | OutOfMemoryError e) {
            LOG.log(Level.ERROR, "a tick failed", e);
            return false;
        }
    }

    /** Sends one round of heartbeats; returns whether an active client listens. */
    private boolean tick() {
        state.load().sample();
        cleanup.freeGone();
        state.quarantine().release();
        writeBeat();
        boolean heard = false;
        boolean members = false;
        for (Peer peer : state.peers().all()) {
            Role role = peer.role();
            members |= role == Role.MEMBER;
            if (role == Role.CONTROL) {
                heard = true;
                sendBeat(peer);
            }
        }
        if (members || state.notices().hasOld()) {
            state.notices().send(state.peers(), state.membership().epoch());
        }
        state.ticked();
        return heard && isActive();
    }

    /**
     * Whether requests were served within {@link #ACTIVE_NANOS}; otherwise the load is unchanged
     * and heartbeats may be rare.
     */
    private boolean isActive() {
        long now = host.nanoTime();
        long requests = state.load().requests();
        if (requests != requestsSeen) {
            requestsSeen = requests;
            activeUntil = now + ACTIVE_NANOS;
        }
        return now - activeUntil < 0;
    }

    private void writeBeat() {
        Load.Snapshot load = state.load().last();
        Heartbeat.writeOrigin(
                beat,
                Header.BYTES,
                state.identity().number(),
                state.membership().epoch(),
                ++sequence);
        Heartbeat.writeLoad(
                beat,
                Header.BYTES,
                load.hostUtilisation(),
                load.processCores(),
                load.workerUtilisation(),
                load.messagesPerSecond(),
                state.load().queueLength());
        Heartbeat.writeDrops(beat, Header.BYTES, state.quarantine().drops());
        Load.Recent recent = state.load().recent();
        Heartbeat.writeRecent(
                beat,
                Header.BYTES,
                state.load().workers(),
                recent.workerUtilisation(),
                recent.serviceNanos(),
                recent.linkUtilisation(),
                recent.linkBytesPerSecond());
    }

    private void sendBeat(Peer peer) {
        try {
            if (!peer.connection().trySend(beat, 0, Header.BYTES + Heartbeat.BYTES)) {
                LOG.log(Level.DEBUG, "{0} has no room for a heartbeat", peer);
            }
        } catch (FabricException e) {
            LOG.log(Level.DEBUG, "{0} is gone: {1}", peer, e.getMessage());
        }
    }
}
