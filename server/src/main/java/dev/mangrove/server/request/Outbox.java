package dev.mangrove.server.request;

import dev.mangrove.fabric.Connection;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The pending output of a connection: at most one message that its client had no room for, and the
 * source of those after it. Used by the connection's worker only.
 */
public final class Outbox {
    private static final Logger LOG = System.getLogger(Outbox.class.getName());

    /**
     * Messages sent before the worker serves other connections. Chosen: fairness at little cost.
     */
    private static final int MESSAGES_PER_TURN = 16;

    private final Connection connection;
    private MemorySegment parked = MemorySegment.NULL;
    private int parkedBytes;
    private @Nullable AnswerSource source;
    private int kind;
    private long id;
    private long sent;

    Outbox(Connection connection) {
        this.connection = connection;
    }

    /** Sends a message now, or keeps a copy. Only when nothing is pending. */
    void send(MemorySegment message, int bytes) {
        assert isEmpty();
        offer(message, bytes);
    }

    /** Starts to send what a source gives. */
    void stream(AnswerSource from, int messageKind, long request, MemorySegment buffer) {
        assert isEmpty();
        source = from;
        kind = messageKind;
        id = request;
        pump(buffer);
    }

    public boolean isEmpty() {
        return parkedBytes == 0 && source == null;
    }

    /** Messages sent so far; the worker compares it to detect stalled clients. */
    public long sent() {
        return sent;
    }

    /** Sends what the client has room for, but not for too long. */
    public void pump(MemorySegment buffer) {
        if (parkedBytes > 0) {
            if (!connection.trySend(parked, 0, parkedBytes)) {
                return;
            }
            parkedBytes = 0;
            sent++;
        }
        for (int i = 0; i < MESSAGES_PER_TURN && source != null && parkedBytes == 0; i++) {
            offer(buffer, nextMessage(source, buffer));
        }
    }

    /** Drops all pending output: the connection has ended. */
    void clear() {
        parkedBytes = 0;
        source = null;
        parked = MemorySegment.NULL;
    }

    private int nextMessage(AnswerSource from, MemorySegment buffer) {
        int capacity = (int) buffer.byteSize() - Reply.PAYLOAD;
        try {
            int bytes = from.fill(buffer, Reply.PAYLOAD, capacity);
            boolean last = from.isDone();
            Header.write(buffer, 0, kind, last ? 0 : Header.MORE, Status.OK, id);
            source = last ? null : from;
            return Reply.PAYLOAD + bytes;
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "an answer broke off: kind=" + kind, e);
            source = null;
            int bytes = Reply.writeText(buffer, capacity, "the answer broke off: " + e);
            Header.write(buffer, 0, kind, (byte) 0, Status.INTERNAL, id);
            return Reply.PAYLOAD + bytes;
        }
    }

    private void offer(MemorySegment message, int bytes) {
        if (connection.trySend(message, 0, bytes)) {
            sent++;
        } else {
            park(message, bytes);
        }
    }

    private void park(MemorySegment message, int bytes) {
        if (parked.byteSize() < bytes) {
            parked = Arena.ofAuto().allocate(bytes);
        }
        MemorySegment.copy(message, 0, parked, 0, bytes);
        parkedBytes = bytes;
    }
}
