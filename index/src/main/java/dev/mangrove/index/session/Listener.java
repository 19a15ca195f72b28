package dev.mangrove.index.session;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.wire.Heartbeat;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps a control connection to every server, receives their heartbeats, and notices servers that
 * are lost, silent or new.
 */
final class Listener implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Listener.class.getName());

    /** Chosen: bounds the time until the thread notices that the pool was closed. */
    private static final long WAIT_NANOS = 100_000_000;

    /** Chosen: a fifth of a heartbeat; with several fabrics, the others wait that long. */
    private static final long WAIT_ON_ONE_OF_SEVERAL_NANOS = 2_000_000;

    /**
     * Chosen: far above the time of an answer; then the next server with a newer epoch is asked.
     */
    private static final long ASKING_NANOS = 1_000_000_000;

    /** Chosen: twenty waits, so a thread that is left hangs. */
    private static final long END_NANOS = 2_000_000_000;

    private final Pool pool;
    private final Host host;
    private final Exchange exchange;
    private final List<Control> controls = new ArrayList<>();
    private final Map<Link, Control> byLink = new HashMap<>();
    private final UnaskedHandler unasked = this::onUnasked;
    private int epoch;
    private @Nullable Link newer;
    private @Nullable Call asking;
    private long askedAt;
    private Host.@Nullable Task task;

    Listener(Pool pool, Exchange exchange) {
        this.pool = pool;
        this.host = pool.host();
        this.exchange = exchange;
    }

    /** Sets the epoch of the known member list. */
    void epoch(int known) {
        epoch = known;
    }

    /** Connects to all known servers that are neither connected nor lost. */
    void adoptAll() {
        for (RemoteServer server : pool.known()) {
            boolean connected = controls.stream().anyMatch(control -> control.server == server);
            if (!connected && !server.isLost()) {
                adoptIfAlive(server);
            }
        }
    }

    void start() {
        task = host.start("mangrove-listener", this::run);
    }

    /**
     * Waits until the thread has ended, which checks after each wait whether the pool is closed.
     */
    @Override
    public void close() {
        Host.Task running = task;
        if (running == null) {
            exchange.close();
        } else if (!running.join(END_NANOS)) {
            LOG.log(Level.WARNING, "the listener has not ended");
        }
    }

    private void adoptIfAlive(RemoteServer server) {
        if (server.member().alive()) {
            adopt(server);
        } else {
            pool.lose(
                    server,
                    new FabricException(
                            Kind.PEER_LOST, "others of the pool have lost " + server.title()));
        }
    }

    private boolean adopt(RemoteServer server) {
        try {
            Link link = exchange.reach(server.member(), Role.CONTROL, unasked);
            link.belongsTo(server);
            server.reachedAt(link.channel().peer());
            LOG.log(Level.DEBUG, "{0} is reached at {1}", server.title(), link.channel().peer());
            link.channel().endpoint().waiting(Waiting.BLOCK);
            Control control = new Control(pool, server, link);
            controls.add(control);
            byLink.put(link, control);
            return true;
        } catch (FabricException e) {
            pool.lose(server, e);
            return false;
        }
    }

    private void run() {
        try (exchange) {
            long before = host.nanoTime();
            while (!pool.isClosed()) {
                turn();
                long now = host.nanoTime();
                countSilence(Math.min(now - before, 2 * WAIT_NANOS));
                before = now;
            }
        } catch (RuntimeException e) {
            if (!pool.isClosed()) {
                LOG.log(Level.ERROR, "the listener has failed", e);
                loseAll(new FabricException(Kind.CLOSED, "the client's listener has failed", e));
            }
        }
    }

    private void turn() {
        exchange.awaitMessage(exchange.size() == 1 ? WAIT_NANOS : WAIT_ON_ONE_OF_SEVERAL_NANOS);
        exchange.receive();
        controls.removeIf(this::isGone);
        RemoteServer again = pool.rediscovered();
        if (again != null && again.isLost() && adopt(again)) {
            again.member(again.member().live());
            again.found(host.nanoTime());
        }
        controls.forEach(Control::acknowledgeDrops);
        learn();
    }

    private boolean isGone(Control control) {
        FabricException failure = control.link.channel().failure();
        if (failure == null) {
            return false;
        }
        if (!pool.isClosed()) {
            pool.lose(control.server, failure);
        }
        byLink.remove(control.link);
        return true;
    }

    /**
     * Asks a server with a newer epoch for the member list. It polls for the answer, so that it can
     * receive heartbeats of other servers meanwhile, and gives up on a server that does not answer.
     */
    private void learn() {
        Call call = asking;
        try {
            if (call == null && newer != null) {
                asking = newer.call(0);
                newer = null;
                askedAt = host.nanoTime();
                asking.send(MessageKind.MEMBERS, 0);
            } else if (call != null && call.poll()) {
                call.await();
                MemberList list = MemberList.read(call.reader());
                stopAsking();
                epoch = Math.max(epoch, list.epoch());
                pool.learn(list);
                adoptAll();
            } else if (call != null && host.nanoTime() - askedAt > ASKING_NANOS) {
                stopAsking();
            }
        } catch (FabricException | RequestRefusedException | MalformedException e) {
            LOG.log(Level.DEBUG, "cannot learn the list of members", e);
            stopAsking();
        }
    }

    private void stopAsking() {
        if (asking != null) {
            asking.close();
            asking = null;
        }
    }

    private void onUnasked(Link from, int kind, MemorySegment memory, long offset, int length) {
        Control control = byLink.get(from);
        if (kind != MessageKind.HEARTBEAT || length < Heartbeat.BYTES || control == null) {
            return;
        }
        int told = control.server.beat(memory, offset, host.nanoTime());
        if (told > epoch) {
            newer = from;
        }
    }

    /**
     * Counts silence only while this thread was awake, so that a pause of this process does not
     * look like a pause of all servers.
     */
    private void countSilence(long awake) {
        long limit = pool.options().silenceLimit().toNanos();
        for (int i = 0; i < controls.size(); i++) {
            Control control = controls.get(i);
            long beats = control.server.beats();
            control.silence = beats == control.beats ? control.silence + awake : 0;
            control.beats = beats;
            if (control.silence >= Math.max(limit, 4 * control.link.heartbeatNanos())) {
                control.server.fallSilent();
            }
        }
    }

    private void loseAll(FabricException reason) {
        pool.known().forEach(server -> pool.lose(server, reason));
    }

    private static final class Control {
        final RemoteServer server;
        final Link link;
        final DropAcknowledgement drops;
        long beats;
        long silence;

        Control(Pool pool, RemoteServer server, Link link) {
            this.server = server;
            this.link = link;
            this.drops = new DropAcknowledgement(pool, server, link);
        }

        void acknowledgeDrops() {
            try {
                drops.advance();
            } catch (FabricException | RequestRefusedException e) {
                LOG.log(Level.DEBUG, "cannot acknowledge drops", e);
            }
        }
    }
}
