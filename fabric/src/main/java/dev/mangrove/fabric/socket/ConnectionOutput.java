package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.FabricException.Kind;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * The output buffer of one connection of a server. The I/O thread appends answers and worker
 * threads append messages, each holding this object's monitor from a frame's first byte to its
 * last, so frames never interleave.
 *
 * <p>Bounded: answers stop while anything is left unsent, messages stop at the client's window.
 */
public final class ConnectionOutput {
    /** Chosen: answers of small requests fit; the buffer doubles when they do not. */
    private static final int SMALLEST = 4 << 10;

    private static final int ANSWER_BYTES = Frame.HEADER_BYTES + Frame.ANSWER_HEAD_BYTES;

    /** One answer, the window's worth of messages, and the small frames between them. */
    private static final int LARGEST = Limits.LARGEST_ANSWER + Limits.WINDOW + (16 << 10);

    private static final int NO_ANSWER = -1;

    private final SocketChannel socket;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(SMALLEST).order(ByteOrder.LITTLE_ENDIAN);
    private MemorySegment memory = MemorySegment.ofBuffer(buffer);
    private int sent;
    private int sequence;
    private int window = Limits.WINDOW;
    private int clientWindow = Limits.WINDOW;
    private int consumed;
    private int answerStart = NO_ANSWER;

    public ConnectionOutput(SocketChannel socket, int sequence) {
        this.socket = socket;
        this.sequence = sequence;
    }

    /** Bytes that the socket has not taken yet. */
    public int unsent() {
        return buffer.position() - sent;
    }

    /** Bytes of results that the answer under way can still take. */
    public int room() {
        return answerStart == NO_ANSWER
                ? Limits.LARGEST_ANSWER
                : Limits.LARGEST_ANSWER - (buffer.position() - answerStart - ANSWER_BYTES);
    }

    /**
     * Starts an answer unless one is under way, reserves {@code bytes} for results, and returns
     * their memory.
     */
    public MemorySegment answer(int bytes) {
        if (answerStart == NO_ANSWER) {
            reserve(ANSWER_BYTES + bytes);
            answerStart = buffer.position();
            buffer.position(answerStart + ANSWER_BYTES);
        } else {
            reserve(bytes);
        }
        return memory;
    }

    /** Where the next result goes in the memory that {@link #answer} returned. */
    public int position() {
        return buffer.position();
    }

    /** Counts bytes put there. */
    public void advance(int bytes) {
        buffer.position(buffer.position() + bytes);
    }

    /** Adds zeroes, so that old contents of the buffer do not leak. */
    public void pad(int bytes) {
        for (int i = 0; i < bytes; i++) {
            buffer.put((byte) 0);
        }
    }

    /** Adds the result of an atomic. */
    public void result(long value) {
        answer(Long.BYTES);
        buffer.putLong(value);
    }

    /** Ends the answer under way, if there is one. */
    public void endAnswer(long completed) {
        if (answerStart == NO_ANSWER) {
            return;
        }
        int length = buffer.position() - answerStart - Frame.HEADER_BYTES;
        Frame.put(buffer, answerStart, Frame.ANSWER, length, sequence++, takeCredit());
        buffer.putLong(answerStart + Frame.HEADER_BYTES, completed);
        answerStart = NO_ANSWER;
        endFrame();
    }

    /** Adds a frame without payload. */
    public void control(int type) {
        header(type, 0);
    }

    /** Confirms that a region is attached. */
    public void attached(int id, long size) {
        header(Frame.ATTACHED, Frame.ATTACH_BYTES);
        buffer.putLong(id).putLong(size);
    }

    /** Adds the last frame: why this connection ends. */
    public void error(Kind kind, long request, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, Limits.LARGEST_ERROR_TEXT);
        header(Frame.ERROR, Frame.ERROR_HEAD_BYTES + length);
        buffer.putLong(ErrorCode.of(kind)).putLong(request).put(bytes, 0, length);
        endFrame();
    }

    /** Adds a message unless the client has no room for it. */
    public boolean message(MemorySegment from, long offset, int length) {
        int cost = Frame.paddedSize(length);
        if (cost > window) {
            return false;
        }
        window -= cost;
        header(Frame.MESSAGE, length);
        MemorySegment.copy(from, offset, memory, buffer.position(), length);
        buffer.position(buffer.position() + length);
        endFrame();
        return true;
    }

    /** The client has consumed messages. */
    public void credit(int bytes) throws ProtocolException {
        if (bytes < 0 || bytes > Limits.WINDOW - window) {
            throw new ProtocolException(
                    "credit beyond the window: credit="
                            + Integer.toUnsignedString(bytes)
                            + ", outstanding="
                            + (Limits.WINDOW - window));
        }
        window += bytes;
    }

    /** Notes that the client has sent a message; it may not exceed the room it was told of. */
    public void received(int cost) throws ProtocolException {
        if (cost > clientWindow) {
            throw new ProtocolException(
                    "message beyond the window: cost=" + cost + ", window=" + clientWindow);
        }
        clientWindow -= cost;
    }

    /** Counts consumed messages of the client; returns whether to send a credit frame now. */
    public boolean consumed(int bytes) {
        consumed += bytes;
        return consumed >= Limits.CREDIT_DUE;
    }

    /** Writes to the socket as much as it accepts without blocking. */
    public void flush() throws IOException {
        assert answerStart == NO_ANSWER;
        int end = buffer.position();
        if (sent == end) {
            return;
        }
        buffer.limit(end).position(sent);
        try {
            socket.write(buffer);
        } finally {
            sent = buffer.position();
            buffer.limit(buffer.capacity()).position(end);
        }
        if (sent == end) {
            buffer.clear();
            sent = 0;
        }
    }

    private void header(int type, int length) {
        assert answerStart == NO_ANSWER;
        reserve(Frame.paddedSize(length));
        Frame.put(buffer, type, length, sequence++, takeCredit());
    }

    private int takeCredit() {
        int credit = consumed;
        consumed = 0;
        clientWindow += credit;
        return credit;
    }

    /** Pads a frame to a multiple of 8 bytes. */
    private void endFrame() {
        pad(-buffer.position() & 7);
    }

    /** Makes room for {@code bytes} contiguous bytes. */
    private void reserve(int bytes) {
        int needed = Frame.padded(bytes);
        if (buffer.remaining() >= needed) {
            return;
        }
        int kept = unsent();
        int begin = sent & -8; // Frames start at multiples of 8, also after the move.
        ByteBuffer next = buffer;
        MemorySegment nextMemory = memory;
        if (buffer.position() - begin + needed > buffer.capacity()) {
            int larger = Integer.highestOneBit(kept + needed + 7) * 2;
            assert larger <= 2 * LARGEST : larger;
            next = ByteBuffer.allocateDirect(larger).order(ByteOrder.LITTLE_ENDIAN);
            nextMemory = MemorySegment.ofBuffer(next);
        }
        int end = buffer.position();
        MemorySegment.copy(memory, begin, nextMemory, 0, end - begin);
        if (answerStart != NO_ANSWER) {
            answerStart -= begin;
        }
        sent -= begin;
        buffer = next;
        memory = nextMemory;
        buffer.clear().position(end - begin);
    }
}
