package dev.mangrove.server;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.Heartbeat;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Sends heartbeats to all clients that listen, and notices to members, at a steady rate. A client
 * that has no room for a heartbeat does not get this one.
 */
final class Ticker implements Runnable {
    private static final Logger LOG = System.getLogger(Ticker.class.getName());

    private final ServerState state;
    private final Host host;
    private final long interval;
    private final MemorySegment beat = Arena.ofAuto().allocate(Header.BYTES + Heartbeat.BYTES, 8);
    private long sequence;
    private volatile boolean stopping;

    Ticker(ServerState state) {
        this.state = state;
        this.host = state.options().host();
        this.interval = state.options().heartbeat().toNanos();
    }

    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        long next = host.nanoTime() + interval;
        while (!stopping) {
            long now = host.nanoTime();
            if (now < next) {
                host.sleep(next - now);
                continue;
            }
            next = Math.max(next + interval, now); // What was missed is not made up for.
            try {
                tick();
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a tick failed", e);
            }
        }
    }

    private void tick() {
        state.load().sample();
        writeBeat();
        for (Peer peer : state.peers().all()) {
            if (peer.role() == Role.CONTROL) {
                sendBeat(peer);
            }
        }
        if (state.identity().isRegistrar()) {
            state.notices().send(state.peers(), state.membership().epoch());
        }
    }

    private void writeBeat() {
        Load.Snapshot load = state.load().last();
        Header.write(beat, 0, MessageKind.HEARTBEAT, (byte) 0, Status.OK, Header.UNASKED);
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
