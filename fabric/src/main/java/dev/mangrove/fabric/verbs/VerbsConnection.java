package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.socket.ProtocolException;
import dev.mangrove.fabric.verbs.control.ControlConnection;
import dev.mangrove.fabric.verbs.control.ControlMessage;
import dev.mangrove.fabric.verbs.ring.RingReader;
import dev.mangrove.fabric.verbs.ring.RingWindow;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/**
 * A server's half of one client's channel. The inbox's thread takes messages; any thread sends and
 * closes; the I/O thread of the TCP connection reports its end.
 */
final class VerbsConnection implements Connection {
    private static final System.Logger LOG = System.getLogger(VerbsConnection.class.getName());

    /**
     * Longest wait for a client to receive its last messages. Chosen: half of the two seconds
     * within which a loss must surface.
     */
    private static final long FLUSH_NANOS = 1_000_000_000L;

    private final long id;
    private final String peer;
    private final VerbsInbox inbox;
    private final ReceivePool pool;
    private final int queuePair;
    private final RingReader reader;
    private final ServerSends sends;
    private final ControlConnection control;
    private final OrderlyEnd end = new OrderlyEnd();
    private boolean openedSeen;
    private boolean closedSeen;
    private @Nullable Object attachment;

    /** Owned by the inbox. */
    boolean queued;

    VerbsConnection(
            long id,
            String peer,
            VerbsInbox inbox,
            ReceivePool pool,
            int queuePair,
            MemorySegment ring,
            ServerSends sends,
            ControlConnection control) {
        this.id = id;
        this.peer = peer;
        this.inbox = inbox;
        this.pool = pool;
        this.queuePair = queuePair;
        this.reader = new RingReader(ring);
        this.sends = sends;
        this.control = control;
    }

    int queuePair() {
        return queuePair;
    }

    ReceivePool pool() {
        return pool;
    }

    /** A record has arrived; under the lock of the inbox, on its thread. */
    void arrived(boolean message, int immediate) throws ProtocolException {
        if (message) {
            reader.message(immediate);
        } else {
            reader.bare(immediate);
        }
        inbox.announce(this);
    }

    /** The client broke the protocol. */
    void protocolBroken(ProtocolException e) {
        LOG.log(System.Logger.Level.WARNING, "{0} broke the protocol: {1}", peer, e.getMessage());
        end("broke the protocol: " + e.getMessage());
    }

    /** Ends the connection; the first reason stays. From any thread. */
    void end(String reason) {
        if (end.end(reason, this::stop)) {
            inbox.announceFromOutside(this);
        }
    }

    private void stop() {
        sends.shut();
        control.close();
    }

    /** Executes an atomic that came over TCP, unless the connection is ending. */
    ControlMessage carryOut(Supplier<ControlMessage> atomic) {
        return end.carryOut(atomic, ControlMessage.result(0, false));
    }

    /** Checks whether the queue pair has failed; periodically, from any thread. */
    void check() {
        if (isOpen() && !sends.check()) {
            end("connection lost: the queue pair has failed");
        }
    }

    boolean hasNews() {
        return !openedSeen || !reader.isEmpty() || (!isOpen() && !closedSeen);
    }

    /** Hands over at most {@code limit} items; without the lock. */
    int handOver(Inbox.Handler handler, int limit) {
        int handed = 0;
        if (!openedSeen) {
            openedSeen = true;
            handed++;
            handler.onOpened(this);
        }
        String reason = end.reason();
        if (reason != null) {
            inbox.collect(); // Messages that arrived before the end are delivered before it.
        }
        handed += handOverMessages(handler, limit - handed);
        if (reason != null && handed < limit && reader.isEmpty() && !closedSeen) {
            closedSeen = true;
            handed++;
            try {
                handler.onClosed(this, reason);
            } finally {
                inbox.release(this);
            }
        }
        return handed;
    }

    private int handOverMessages(Inbox.Handler handler, int limit) {
        int handed = 0;
        try {
            for (; handed < limit && !reader.isEmpty(); handed++) {
                long offset = reader.isBare() ? 0 : reader.offset();
                try {
                    if (reader.isBare()) {
                        handler.onImmediate(this, reader.value());
                    } else {
                        handler.onMessage(this, reader.memory(), offset, reader.length());
                    }
                } finally {
                    reader.release();
                }
            }
        } catch (ProtocolException e) {
            reader.clear();
            protocolBroken(e);
        } finally {
            if (reader.isCreditDue()) {
                sends.credit(reader.credit());
            }
        }
        return handed;
    }

    /** Frees the queue pair. */
    void free() {
        sends.close();
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean trySend(MemorySegment memory, long offset, int length) {
        if (length > RingWindow.LARGEST_MESSAGE) {
            throw new FabricException(
                    Kind.TOO_LARGE,
                    "message of "
                            + length
                            + " bytes to "
                            + peer
                            + ": at most "
                            + RingWindow.LARGEST_MESSAGE
                            + " bytes");
        }
        String reason = end.beginning();
        if (reason != null) {
            throw new FabricException(Kind.PEER_LOST, "lost " + peer + ": " + reason);
        }
        return sends.message(memory, offset, length);
    }

    @Override
    public boolean isOpen() {
        return end.reason() == null;
    }

    /** Waits until the client has received all messages, then ends the connection. */
    @Override
    public void close() {
        if (isOpen()) {
            sends.flush(inbox.host(), FLUSH_NANOS);
            end("closed by the server");
        }
    }

    @Override
    public @Nullable Object attachment() {
        return attachment;
    }

    @Override
    public void attach(@Nullable Object value) {
        attachment = value;
    }
}
