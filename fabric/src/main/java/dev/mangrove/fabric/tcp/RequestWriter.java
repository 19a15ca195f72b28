package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Limits;
import dev.mangrove.fabric.socket.ProtocolException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/**
 * The output of a client on one channel. Batches queue up and are encoded into frames as the socket
 * accepts bytes, from the caller's memory, so that no byte is copied twice and no copy accumulates.
 *
 * <p>A batch is one frame unless it is larger than a frame may be, or one of its messages must wait
 * for room in the server's window: then the frame ends before that request, and another follows
 * later. Small frames (CREDIT, PING, ATTACH) go between frames.
 */
final class RequestWriter {
    /** Chosen: a usual batch leaves in one write; the buffer grows up to the largest. */
    private static final int SMALLEST_BUFFER = 4 << 10;

    /** Chosen: 64 pages of 1 KiB with their requests leave in one write. */
    private static final int LARGEST_BUFFER = 96 << 10;

    /** No byte of the current request is in the buffer yet. */
    private static final int NOT_STARTED = -1;

    /** Bytes that a header, the fixed part of any request and the small frames need at most. */
    private static final int SLACK = 256;

    private final SocketChannel socket;
    private ByteBuffer buffer =
            ByteBuffer.allocateDirect(SMALLEST_BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private MemorySegment memory = MemorySegment.ofBuffer(buffer);
    private int sequence;

    private @Nullable TcpBatch current;
    private int request;
    private int frameEnd;
    private int done = NOT_STARTED;
    private long sentRequests;

    private int window = Limits.WINDOW;
    private int consumed;
    private boolean pinging;
    private boolean attaching;
    private long attachId;
    private long attachKey;

    RequestWriter(SocketChannel socket, int sequence) {
        this.socket = socket;
        this.sequence = sequence;
    }

    /** Requests put into frames so far. */
    long sentRequests() {
        return sentRequests;
    }

    /** Whether bytes wait for the socket. */
    boolean hasUnsent() {
        return buffer.position() > 0;
    }

    /** Whether requests wait for room in the server's window. */
    boolean isHeldBack() {
        return current != null;
    }

    /**
     * Starts a batch, unless earlier ones are unfinished: then it follows them through their links.
     */
    void post(TcpBatch batch) {
        if (current == null) {
            current = batch;
            request = 0;
            frameEnd = 0;
        }
    }

    /** Requests that a region be attached. */
    void attach(long id, long key) {
        attaching = true;
        attachId = id;
        attachKey = key;
    }

    /** Sends a PING. */
    void ping() {
        pinging = true;
    }

    /** The server has consumed messages. */
    void credit(int bytes) throws ProtocolException {
        if (bytes < 0 || bytes > Limits.WINDOW - window) {
            throw new ProtocolException(
                    "credit beyond the window: credit="
                            + Integer.toUnsignedString(bytes)
                            + ", outstanding="
                            + (Limits.WINDOW - window));
        }
        window += bytes;
    }

    /** Counts consumed messages; returns whether a credit is due now. */
    boolean consumed(int bytes) {
        consumed += bytes;
        return consumed >= Limits.CREDIT_DUE;
    }

    /**
     * Writes to the socket as much as it accepts without blocking.
     *
     * @return bytes that the socket accepted
     */
    int pump() throws IOException {
        int taken = 0;
        // Ends: when the socket takes no more, or nothing more is queued.
        while (true) {
            boolean more = fill();
            if (buffer.position() == 0) {
                return taken;
            }
            buffer.flip();
            try {
                taken += socket.write(buffer);
            } finally {
                buffer.compact();
            }
            if (buffer.position() > 0 || !more) {
                return taken;
            }
        }
    }

    /** Fills the buffer; whether there is more than it holds. */
    private boolean fill() {
        // Ends: each turn puts a request into the buffer, which has an end, or finds none.
        while (true) {
            TcpBatch batch = current;
            if (batch == null || request == frameEnd) {
                if (buffer.remaining() < SLACK) {
                    return true;
                }
                putSmallFrames();
                if (batch == null || !openFrame(batch)) {
                    return false;
                }
            }
            while (request < frameEnd) {
                if (!putRequest(batch)) {
                    return true;
                }
                request++;
                sentRequests++;
            }
            if (request == batch.size()) {
                current = batch.following;
                request = 0;
                frameEnd = 0;
            }
        }
    }

    /**
     * Begins a frame with as many requests as may go into it; false if the next one must wait for
     * room.
     */
    private boolean openFrame(TcpBatch batch) {
        int bytes = 0;
        int end = request;
        while (end < batch.size()) {
            Verb verb = batch.verb(end);
            int size = batch.bytes(end);
            if (bytes + size > Limits.LARGEST_REQUEST_FRAME) {
                break;
            }
            if (WireRequest.isMessage(verb)) {
                int cost = WireRequest.cost(verb, batch.length(end));
                if (cost > window) {
                    break;
                }
                window -= cost;
            }
            bytes += size;
            end++;
        }
        if (end == request) {
            return false;
        }
        frameEnd = end;
        reserve(Frame.HEADER_BYTES + bytes + SLACK);
        Frame.put(buffer, Frame.REQUESTS, bytes, sequence++, takeCredit());
        return true;
    }

    /** Puts a request or the rest of it; false if the buffer is full before its end. */
    private boolean putRequest(TcpBatch batch) {
        if (done == NOT_STARTED) {
            if (buffer.remaining() < SLACK) {
                return false;
            }
            batch.putFixed(request, buffer);
            done = 0;
        }
        int length = batch.dataBytes(request);
        if (length > 0) {
            done += batch.putData(request, done, buffer, memory);
            int padding = Frame.padded(length) - length;
            if (done < length || buffer.remaining() < padding) {
                return false;
            }
            for (int i = 0; i < padding; i++) {
                buffer.put((byte) 0);
            }
        }
        done = NOT_STARTED;
        return true;
    }

    /** Makes room for a frame so that it leaves in one piece, if it is not too large for that. */
    private void reserve(int bytes) {
        int capacity = Math.min(LARGEST_BUFFER, buffer.position() + bytes);
        if (capacity > buffer.capacity()) {
            int larger = Math.min(LARGEST_BUFFER, Integer.highestOneBit(capacity) * 2);
            ByteBuffer next = ByteBuffer.allocateDirect(larger).order(ByteOrder.LITTLE_ENDIAN);
            memory = MemorySegment.ofBuffer(next);
            buffer = next.put(buffer.flip());
        }
    }

    private void putSmallFrames() {
        if (attaching) {
            attaching = false;
            Frame.put(buffer, Frame.ATTACH, Frame.ATTACH_BYTES, sequence++, takeCredit());
            buffer.putLong(attachId).putLong(attachKey);
        }
        if (pinging) {
            pinging = false;
            Frame.put(buffer, Frame.PING, 0, sequence++, takeCredit());
        }
        if (consumed >= Limits.CREDIT_DUE) {
            Frame.put(buffer, Frame.CREDIT, 0, sequence++, takeCredit());
        }
    }

    private int takeCredit() {
        int credit = consumed;
        consumed = 0;
        return credit;
    }
}
