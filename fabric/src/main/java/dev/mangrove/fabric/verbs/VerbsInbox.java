package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.EventChannel;
import dev.mangrove.fabric.verbs.ring.MessageMemory;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The receive pools of some connections, and the connections that have something to hand over. The
 * draining thread polls the pools' completion queues; to sleep, it arms them, looks once more, and
 * waits on their completion channel. The lock keeps the queues from being closed under it and
 * guards the line of connections; handlers are called without it.
 */
final class VerbsInbox implements Inbox {
    /** Items of one connection before the next has its turn. Chosen: one poll of a queue. */
    private static final int FAIR_SHARE = 32;

    /** Chosen: reading the clock takes longer than a poll, so it is read once in so many. */
    private static final int POLLS_PER_CLOCK = 32;

    private final Host host;
    private final Device device;
    private final EventChannel events;
    private final Object lock = new Object();
    private final List<ReceivePool> pools = new ArrayList<>();
    private final List<VerbsConnection> connections = new ArrayList<>();
    private final ArrayDeque<VerbsConnection> line = new ArrayDeque<>();
    private volatile boolean woken;
    private volatile boolean closed;

    VerbsInbox(Host host, Device device) {
        this.host = host;
        this.device = device;
        this.events = new EventChannel(device);
    }

    Host host() {
        return host;
    }

    /** Makes a connection with the memory and queue of a free place. */
    interface Maker {
        VerbsConnection make(ReceivePool pool, MessageMemory memory);
    }

    /** Adds a connection; from the thread that accepts. */
    VerbsConnection admit(Maker maker) {
        synchronized (lock) {
            if (closed) {
                throw new FabricException(Kind.CLOSED, "target is closed");
            }
            for (ReceivePool pool : pools) {
                if (pool.freePlace() >= 0) {
                    return admit(maker, pool);
                }
            }
            ReceivePool pool = new ReceivePool(device, events);
            pools.add(pool);
            return admit(maker, pool);
        }
    }

    private VerbsConnection admit(Maker maker, ReceivePool pool) {
        int place = pool.freePlace();
        VerbsConnection connection = maker.make(pool, pool.memory(place));
        pool.add(place, connection);
        connections.add(connection);
        return connection;
    }

    /** Queues a connection that has something to deliver. */
    void announce(VerbsConnection connection) {
        synchronized (lock) {
            if (!connection.queued) {
                connection.queued = true;
                line.add(connection);
            }
        }
    }

    /** The same, for threads other than the one that drains. */
    void announceFromOutside(VerbsConnection connection) {
        announce(connection);
        events.wakeUp();
    }

    private @Nullable VerbsConnection take() {
        synchronized (lock) {
            VerbsConnection taken = closed ? null : line.poll();
            if (taken != null) {
                taken.queued = false;
            }
            return taken;
        }
    }

    /** Passes arrived records to their connections. */
    void collect() {
        synchronized (lock) {
            for (int i = 0; i < pools.size(); i++) {
                pools.get(i).collect();
            }
        }
    }

    /** Frees a connection after {@code onClosed}. */
    void release(VerbsConnection connection) {
        synchronized (lock) {
            if (connections.remove(connection)) {
                connection.pool().remove(connection);
                connection.free();
            }
        }
    }

    /** Connections at this moment. */
    List<VerbsConnection> connections() {
        synchronized (lock) {
            return List.copyOf(connections);
        }
    }

    @Override
    public int poll(Handler handler, int limit) {
        int handed = 0;
        collect();
        while (handed < limit) {
            VerbsConnection connection = take();
            if (connection == null) {
                break;
            }
            try {
                handed += connection.handOver(handler, Math.min(limit - handed, FAIR_SHARE));
            } finally {
                if (connection.hasNews()) {
                    announce(connection);
                }
            }
        }
        return handed;
    }

    @Override
    public void await(Waiting waiting, long timeoutNanos) {
        long started = host.nanoTime();
        long now = started;
        for (int polls = 1; !hasNews() && now - started < timeoutNanos; polls++) {
            if (polls % POLLS_PER_CLOCK != 0 && waiting.spinNanos() != 0) {
                host.spinWait();
                continue;
            }
            now = host.nanoTime();
            if (now - started >= waiting.spinNanos()) {
                sleep(timeoutNanos - (now - started));
                now = host.nanoTime();
            }
        }
        woken = false;
        if (closed) {
            throw new FabricException(Kind.CLOSED, "target is closed");
        }
    }

    private boolean hasNews() {
        if (woken || closed) {
            return true;
        }
        collect();
        synchronized (lock) {
            return !line.isEmpty();
        }
    }

    private void sleep(long nanos) {
        synchronized (lock) {
            if (closed) {
                return;
            }
            pools.forEach(pool -> pool.queue().arm());
        }
        if (hasNews() || nanos <= 0) {
            return;
        }
        events.await(nanos);
        synchronized (lock) {
            if (!closed) {
                events.takeEvents();
            }
        }
    }

    @Override
    public void wakeUp() {
        woken = true;
        events.wakeUp();
    }

    /** Ends waits and polls: both then fail with {@code CLOSED}. */
    void end() {
        closed = true;
        wakeUp();
    }

    /** Ends every wait with {@code CLOSED} and frees all connections, which have ended. */
    void close() {
        synchronized (lock) {
            closed = true;
            connections.forEach(VerbsConnection::free);
            connections.clear();
            line.clear();
            events.takeEvents();
            pools.forEach(ReceivePool::close);
            pools.clear();
        }
        events.close();
    }
}
