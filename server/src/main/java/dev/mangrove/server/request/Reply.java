package dev.mangrove.server.request;

import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.Status;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * The answer to one request: either one message, written into {@link #memory} from {@link #PAYLOAD}
 * on and sent, or a failure, or a stream.
 */
public final class Reply {
    /** Where the payload starts in {@link #memory}. */
    public static final int PAYLOAD = Header.BYTES;

    private final Outbox outbox;
    private final MemorySegment memory;
    private int kind;
    private long id;
    private boolean answered;

    Reply(Outbox outbox, MemorySegment memory) {
        this.outbox = outbox;
        this.memory = memory;
    }

    /** Memory for the answer. */
    public MemorySegment memory() {
        return memory;
    }

    /** Most bytes of payload of one message. */
    public int capacity() {
        return (int) memory.byteSize() - PAYLOAD;
    }

    /** Sends the first {@code bytes} bytes of payload as the whole answer. */
    public void send(int bytes) {
        answer();
        Header.write(memory, 0, kind, (byte) 0, Status.OK, id);
        outbox.send(memory, PAYLOAD + bytes);
    }

    /** Sends a payload of any length. */
    public void send(byte[] payload) {
        if (payload.length <= capacity()) {
            MemorySegment.copy(payload, 0, memory, ValueLayout.JAVA_BYTE, PAYLOAD, payload.length);
            send(payload.length);
        } else {
            stream(new BytesSource(payload));
        }
    }

    /** Sends what a source gives, as the client takes it. */
    public void stream(AnswerSource source) {
        answer();
        outbox.stream(source, kind, id, memory);
    }

    /** Answers with a refusal. */
    public void fail(Status status, String why) {
        answer();
        int bytes = writeText(memory, capacity(), why);
        Header.write(memory, 0, kind, (byte) 0, status, id);
        outbox.send(memory, PAYLOAD + bytes);
    }

    /** Starts the answer to a request. */
    void begin(int messageKind, long request) {
        kind = messageKind;
        id = request;
        answered = false;
    }

    boolean isAnswered() {
        return answered;
    }

    static int writeText(MemorySegment memory, int capacity, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, capacity);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, PAYLOAD, length);
        return length;
    }

    private void answer() {
        if (answered) {
            throw new IllegalStateException("the request is answered already: kind=" + kind);
        }
        answered = true;
    }
}
