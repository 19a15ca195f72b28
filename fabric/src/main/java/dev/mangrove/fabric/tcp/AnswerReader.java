package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.socket.ErrorCode;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Handshake;
import dev.mangrove.fabric.socket.Input;
import dev.mangrove.fabric.socket.Limits;
import dev.mangrove.fabric.socket.ProtocolException;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * Parses a server's frames on one channel as their bytes arrive: results go straight to their
 * requests, messages to the queue. It can stop after any byte and resume later.
 */
final class AnswerReader {
    private enum State {
        FRAME,
        ANSWER,
        RESULTS,
        MESSAGE,
        SMALL
    }

    private static final long NO_REQUEST = -1;

    private final TcpChannel channel;
    private final RequestWriter writer;
    private final MessageQueue messages = new MessageQueue();

    private State state = State.FRAME;
    private int sequence;
    private int type;
    private int length;
    private int left;
    private int padding;

    private @Nullable TcpBatch current;
    private @Nullable TcpBatch newest;
    private int request;
    private int done;
    private long completed;
    private long completedByFrame;
    private int window = Limits.WINDOW;

    AnswerReader(TcpChannel channel, RequestWriter writer, int sequence) {
        this.channel = channel;
        this.writer = writer;
        this.sequence = sequence;
    }

    /** Appends a batch to the queue of those that wait for answers. */
    void post(TcpBatch batch) {
        batch.following = null;
        TcpBatch before = newest;
        if (before == null) {
            current = batch;
            request = 0;
        } else {
            before.following = batch;
        }
        newest = batch;
    }

    /** Whether answers are outstanding. */
    boolean isExpecting() {
        return current != null;
    }

    MessageQueue messages() {
        return messages;
    }

    /** Counts consumed messages as room that the server may use again. */
    void consumed(int cost) {
        window += cost;
    }

    /** Parses what has arrived. */
    void advance(Input.Shared input) throws ProtocolException {
        boolean on;
        do {
            on =
                    switch (state) {
                        case FRAME -> frame(input.bytes);
                        case ANSWER -> answer(input.bytes);
                        case RESULTS -> results(input);
                        case MESSAGE -> message(input);
                        case SMALL -> small(input.bytes);
                    };
        } while (on && channel.isOpen());
    }

    private boolean frame(ByteBuffer in) throws ProtocolException {
        if (in.remaining() < Frame.HEADER_BYTES) {
            return false;
        }
        type = Frame.checkedType(in, sequence++);
        writer.credit(Frame.credit(in));
        switch (type) {
            case Frame.ANSWER ->
                    expect(
                            in,
                            Frame.ANSWER_HEAD_BYTES,
                            Limits.LARGEST_ANSWER + 2 * Long.BYTES,
                            State.ANSWER);
            case Frame.MESSAGE -> {
                expect(in, 0, Limits.LARGEST_MESSAGE, State.MESSAGE);
                if (Frame.paddedSize(length) > window) {
                    throw new ProtocolException(
                            "message beyond the window: length=" + length + ", window=" + window);
                }
                window -= Frame.paddedSize(length);
                messages.begin(MessageQueue.MESSAGE, length, 0);
            }
            case Frame.ATTACHED -> expect(in, Frame.ATTACH_BYTES, Frame.ATTACH_BYTES, State.SMALL);
            case Frame.ERROR ->
                    expect(
                            in,
                            Frame.ERROR_HEAD_BYTES,
                            Frame.ERROR_HEAD_BYTES + Limits.LARGEST_ERROR_TEXT,
                            State.SMALL);
            case Frame.PONG, Frame.CREDIT -> expect(in, 0, 0, State.FRAME);
            default -> throw new ProtocolException("frame has no place here: type=" + type);
        }
        in.position(in.position() + Frame.HEADER_BYTES);
        return true;
    }

    private void expect(ByteBuffer in, int least, int most, State next) throws ProtocolException {
        length = Frame.checkedLength(in, type, least, most);
        left = length;
        padding = Frame.padded(length) - length;
        state = next;
    }

    private boolean answer(ByteBuffer in) throws ProtocolException {
        if (in.remaining() < Frame.ANSWER_HEAD_BYTES) {
            return false;
        }
        completedByFrame = in.getLong();
        left -= Frame.ANSWER_HEAD_BYTES;
        if (completedByFrame < completed || completedByFrame > writer.sentRequests()) {
            throw new ProtocolException(
                    "answer to what was not asked: completed="
                            + completedByFrame
                            + ", before="
                            + completed
                            + ", sent="
                            + writer.sentRequests());
        }
        state = State.RESULTS;
        return true;
    }

    /**
     * Takes results until the frame ends; each request completes as soon as the last byte it waits
     * for is here.
     */
    private boolean results(Input.Shared input) throws ProtocolException {
        // Ends: each turn takes bytes of the frame, completes a request of it, or leaves.
        while (true) {
            TcpBatch batch = current;
            if (batch == null) {
                break;
            }
            int needed = batch.resultBytes(request) - done;
            if (needed > 0) {
                if (left == 0) {
                    break;
                }
                if (!takeResult(batch, Math.min(needed, left), input)) {
                    return false;
                }
                continue;
            }
            if (completed == completedByFrame) {
                break;
            }
            complete(batch);
        }
        boolean held = current != null && done > 0 && done == current.resultBytes(request);
        if (left != 0 || completed != completedByFrame || held) {
            throw new ProtocolException(
                    "answer does not fit its requests: bytes="
                            + left
                            + ", completed="
                            + completed
                            + ", claimed="
                            + completedByFrame);
        }
        return skipPadding(input.bytes);
    }

    /** Takes at most {@code most} bytes of a result; false if none have arrived. */
    private boolean takeResult(TcpBatch batch, int most, Input.Shared input) {
        ByteBuffer in = input.bytes;
        if (batch.verb(request).isAtomic()) {
            if (in.remaining() < Long.BYTES) {
                return false;
            }
            batch.takeResult(request, in.getLong());
            most = Long.BYTES;
        } else {
            most = Math.min(most, in.remaining());
            if (most == 0) {
                return false;
            }
            batch.takeRead(request, done, input.memory, in.position(), most);
            in.position(in.position() + most);
        }
        done += most;
        left -= most;
        return true;
    }

    private void complete(TcpBatch batch) {
        TcpBatch next = batch.following;
        batch.complete(request);
        completed++;
        done = 0;
        request++;
        if (request == batch.size()) {
            request = 0;
            current = next;
            if (next == null) {
                newest = null;
            }
        }
    }

    private boolean message(Input.Shared input) {
        ByteBuffer in = input.bytes;
        int most = Math.min(left, in.remaining());
        messages.append(input.memory, in.position(), most);
        in.position(in.position() + most);
        left -= most;
        if (left > 0 || !skipPadding(in)) {
            return false;
        }
        messages.commit();
        return true;
    }

    private boolean small(ByteBuffer in) throws ProtocolException {
        if (in.remaining() < length + padding) {
            return false;
        }
        long first = in.getLong();
        long second = in.getLong();
        if (type == Frame.ATTACHED) {
            channel.attached(first, second);
        } else {
            error(
                    ErrorCode.kind(first),
                    second,
                    Handshake.text(in, length - Frame.ERROR_HEAD_BYTES));
        }
        return skipPadding(in);
    }

    /** The server ends the connection; the request that it names is the next to complete. */
    private void error(Kind kind, long failed, String text) {
        TcpBatch batch = current;
        if (failed == completed && failed != NO_REQUEST && batch != null) {
            batch.refused(request, kind, text);
        } else {
            channel.refused(kind, text);
        }
    }

    private boolean skipPadding(ByteBuffer in) {
        if (in.remaining() < padding) {
            return false;
        }
        in.position(in.position() + padding);
        state = State.FRAME;
        return true;
    }
}
