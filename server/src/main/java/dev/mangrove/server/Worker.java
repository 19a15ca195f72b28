package dev.mangrove.server;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.wire.Header;
import dev.mangrove.server.load.WorkerMeter;
import dev.mangrove.server.pool.ConnectionCleanup;
import dev.mangrove.server.request.Dispatcher;
import dev.mangrove.server.request.Peer;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Drains one inbox: copies each request, dispatches it, and sends pending answers as clients make
 * room.
 */
final class Worker implements Runnable, Inbox.Handler {
    private static final Logger LOG = System.getLogger(Worker.class.getName());

    /**
     * Items taken from the inbox at a time. Chosen: pending answers of other connections wait for
     * at most so many.
     */
    private static final int POLL_LIMIT = 64;

    /** Longest wait for the inbox; chosen: bounds the delay of stall checks and of the end. */
    private static final long IDLE_NANOS = 100_000_000;

    /** First pause while only pending answers are left; it doubles up to the longest. Chosen. */
    private static final long FIRST_PAUSE_NANOS = 20_000;

    private static final long LONGEST_PAUSE_NANOS = 1_000_000;

    /** Pause after an unexpected error, so that a persistent one does not fill the log. Chosen. */
    private static final long AFTER_ERROR_NANOS = 10_000_000;

    private final Host host;
    private final Inbox inbox;
    private final Waiting waiting;
    private final long stallNanos;
    private final Dispatcher dispatcher;
    private final ConnectionCleanup cleanup;
    private final WorkerMeter meter;
    private final boolean memoryMapped;
    private final MemorySegment requestMemory;
    private final MemorySegment replyMemory;
    private final List<Peer> pending = new ArrayList<>();
    private volatile boolean stopping;
    private long pause = FIRST_PAUSE_NANOS;

    Worker(
            ServerOptions options,
            Inbox inbox,
            Capabilities capabilities,
            Dispatcher dispatcher,
            ConnectionCleanup cleanup,
            WorkerMeter meter) {
        this.host = options.host();
        this.waiting = options.waiting();
        this.stallNanos = options.stallLimit().toNanos();
        this.inbox = inbox;
        this.memoryMapped = capabilities.directAccess();
        this.dispatcher = dispatcher;
        this.cleanup = cleanup;
        this.meter = meter;
        this.requestMemory = Arena.ofAuto().allocate(capabilities.largestMessage(), 64);
        this.replyMemory = Arena.ofAuto().allocate(capabilities.largestMessage(), 64);
    }

    void stop() {
        stopping = true;
        inbox.wakeUp();
    }

    @Override
    public void run() {
        while (!stopping) {
            try {
                turn();
            } catch (FabricException e) {
                if (e.kind() == FabricException.Kind.CLOSED) {
                    ended(e);
                    return;
                }
                LOG.log(Level.ERROR, "the inbox failed", e);
                host.sleep(AFTER_ERROR_NANOS);
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a worker caught an error and continues", e);
                host.sleep(AFTER_ERROR_NANOS);
            } catch (InternalError e) {
                // A client truncated its connection file; the fabric ends that connection.
                LOG.log(Level.ERROR, "a worker accessed a truncated file and continues", e);
                host.sleep(AFTER_ERROR_NANOS);
            }
        }
    }

    /** A target that closes while the server runs has failed. */
    private void ended(FabricException closed) {
        if (!stopping) {
            throw closed;
        }
    }

    private void turn() {
        meter.turn();
        long started = host.nanoTime();
        int handled = inbox.poll(this, POLL_LIMIT);
        boolean moved = !pending.isEmpty() && sendOn();
        if (handled > 0 || moved) {
            meter.busy(host.nanoTime() - started, handled);
            pause = FIRST_PAUSE_NANOS;
        } else if (pending.isEmpty()) {
            meter.idle();
            inbox.await(waiting, IDLE_NANOS);
        } else {
            inbox.await(waiting, pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
    }

    @Override
    public void onOpened(Connection connection) {
        Peer peer = new Peer(connection, memoryMapped, requestMemory, replyMemory);
        connection.attach(peer);
        cleanup.peers().add(peer);
    }

    @Override
    public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
        Peer peer = peer(from);
        if (length < Header.BYTES || length > requestMemory.byteSize()) {
            refuse(peer, "message of " + length + " bytes");
        } else if (!peer.outbox().isEmpty()) {
            if (!peer.defer(memory, offset, length)) {
                refuse(peer, "more than " + Header.WINDOW + " requests without an answer");
            }
        } else {
            MemorySegment.copy(memory, offset, requestMemory, 0, length);
            serve(peer, length);
        }
    }

    @Override
    public void onImmediate(Connection from, int immediate) {
        refuse(peer(from), "sent an immediate, which the server does not use");
    }

    @Override
    public void onClosed(Connection connection, String reason) {
        Peer peer = peer(connection);
        pending.remove(peer);
        peer.clear();
        cleanup.departed(peer, reason);
    }

    /** Serves the request in the worker's memory. */
    private void serve(Peer peer, int length) {
        meter.request();
        host.work(Host.Work.MESSAGE, 1);
        peer.request().length(length);
        try {
            dispatcher.serve(peer.request(), peer.reply());
        } catch (FabricException e) {
            LOG.log(Level.DEBUG, "cannot answer {0}: {1}", peer, e.getMessage());
            peer.clear();
        }
        if (!peer.outbox().isEmpty() && !pending.contains(peer)) {
            peer.movedAt(host.nanoTime());
            pending.add(peer);
        }
    }

    /** Sends pending answers; returns whether any connection made progress. */
    private boolean sendOn() {
        boolean moved = false;
        for (int i = pending.size() - 1; i >= 0; i--) {
            Peer peer = pending.get(i);
            moved |= sendOn(peer);
            if (peer.outbox().isEmpty() && peer.deferred() == 0) {
                pending.remove(i);
            }
        }
        return moved;
    }

    private boolean sendOn(Peer peer) {
        long before = peer.outbox().sent();
        try {
            peer.outbox().pump(replyMemory);
        } catch (FabricException e) {
            LOG.log(Level.DEBUG, "cannot send to {0}: {1}", peer, e.getMessage());
            peer.clear();
            return true;
        }
        while (peer.outbox().isEmpty()) {
            byte[] request = peer.nextDeferred();
            if (request == null) {
                break;
            }
            MemorySegment.copy(MemorySegment.ofArray(request), 0, requestMemory, 0, request.length);
            serve(peer, request.length);
        }
        return hasMoved(peer, before);
    }

    private boolean hasMoved(Peer peer, long before) {
        long now = host.nanoTime();
        if (peer.outbox().sent() != before) {
            peer.movedAt(now);
            return true;
        }
        if (now - peer.movedAt() > stallNanos) {
            refuse(peer, "received no part of its answers within the stall limit");
        }
        return false;
    }

    private static void refuse(Peer peer, String why) {
        LOG.log(Level.WARNING, "closing the connection of {0}: {1}", peer, why);
        peer.clear();
        peer.connection().close();
    }

    private static Peer peer(Connection connection) {
        if (connection.attachment() instanceof Peer peer) {
            return peer;
        }
        throw new IllegalStateException("not opened: " + connection.peer());
    }
}
