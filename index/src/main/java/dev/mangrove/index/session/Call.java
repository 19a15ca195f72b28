package dev.mangrove.index.session;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * A reusable request to one server, which allocates nothing: write the payload into {@link
 * #request} from {@link #PAYLOAD} on, {@link #send}, {@link #await}, read the {@link #answer}.
 *
 * <p>An answer of any length is collected as a whole, unless {@link #partsTo} sets a handler that
 * takes it part by part.
 */
public final class Call implements AutoCloseable {
    /** Offset of the payload in a request. */
    public static final int PAYLOAD = Header.BYTES;

    /** Chosen: most answers fit; the buffer doubles when one does not. */
    private static final long FIRST_ANSWER_BYTES = 4096;

    /** Chosen: protects the client's memory against a faulty server. */
    private static final long LONGEST_ANSWER = 1L << 30;

    private static final long NO_REQUEST = 0;

    private final Link link;
    private final int slot;
    private final MemorySegment request;
    private final Batch batch;
    private MemorySegment answer = MemorySegment.NULL;
    private @Nullable AnswerHandler parts;
    private @Nullable RuntimeException partFailure;
    private Status status = Status.OK;
    private long answerBytes;
    private long received;
    private long pending = NO_REQUEST;
    private int kind;

    Call(Link link, int slot, int capacity) {
        this.link = link;
        this.slot = slot;
        this.request = link.channel().endpoint().allocate(PAYLOAD + (long) capacity);
        this.batch = link.channel().batch(1);
    }

    /** The request's memory. */
    public MemorySegment request() {
        return request;
    }

    /** Most bytes of payload. */
    public int capacity() {
        return (int) request.byteSize() - PAYLOAD;
    }

    /** Hands the parts of later answers to a handler instead of collecting them; null collects. */
    public Call partsTo(@Nullable AnswerHandler handler) {
        parts = handler;
        return this;
    }

    /**
     * Sends the request with the first {@code bytes} bytes of payload. Does not wait for the
     * answer.
     */
    public void send(int messageKind, int bytes) {
        if (pending != NO_REQUEST) {
            throw new IllegalStateException("the call still waits for an answer: await it first");
        }
        link.checkOpen();
        settle();
        kind = messageKind;
        status = Status.OK;
        answerBytes = 0;
        received = 0;
        partFailure = null;
        long id = link.nextRequest(slot);
        Header.write(request, 0, messageKind, (byte) 0, Status.OK, id);
        batch.clear().send(request, 0, PAYLOAD + bytes);
        pending = id;
        try {
            batch.submit();
        } catch (RuntimeException e) {
            pending = NO_REQUEST;
            throw e;
        }
    }

    /** Sends a payload. */
    public void send(int messageKind, WireWriter payload) {
        byte[] bytes = payload.toBytes();
        if (bytes.length > capacity()) {
            throw new IllegalArgumentException(
                    "request too long: bytes=" + bytes.length + ", capacity=" + capacity());
        }
        MemorySegment.copy(bytes, 0, request, ValueLayout.JAVA_BYTE, PAYLOAD, bytes.length);
        send(messageKind, bytes.length);
    }

    /** Whether the whole answer, or a failure, has arrived; does not wait. */
    public boolean poll() {
        link.board().receive();
        if (!isDone()) {
            link.checkOpen();
        }
        return isDone();
    }

    /**
     * Waits for the whole answer.
     *
     * @throws RequestRefusedException if the server refused
     * @throws FabricException if the server is lost or does not answer in time
     */
    public void await() {
        try {
            link.board().await(this);
        } finally {
            pending = NO_REQUEST;
        }
        RuntimeException failure = partFailure;
        if (failure != null) {
            throw failure;
        }
        if (status != Status.OK) {
            throw refusal(status, text(0));
        }
    }

    /**
     * The failure at which the server has stopped, see {@link
     * dev.mangrove.index.wire.OperationAnswer}.
     *
     * @param word where it stands in the answer: a status, and a text to the end
     */
    public RuntimeException failureAt(int word) {
        if (answerBytes < Words.bytes(word + 1)) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, "an answer is too short: missing word " + word);
        }
        Status said = Status.of((int) Words.get(answer, 0, word));
        return refusal(said, text(Words.bytes(word + 1)));
    }

    private RuntimeException refusal(Status said, String text) {
        String message = link.title() + ": " + text;
        return said == Status.DAMAGED
                ? new FabricException(FabricException.Kind.CORRUPT, message)
                : new RequestRefusedException(said, message);
    }

    /** Sends and waits for the answer. */
    public void execute(int messageKind, int bytes) {
        send(messageKind, bytes);
        await();
    }

    /** Sends a payload, waits, and returns a reader of the answer. */
    public WireReader execute(int messageKind, WireWriter payload) {
        send(messageKind, payload);
        await();
        return reader();
    }

    /** A reader of the collected answer. */
    public WireReader reader() {
        return new WireReader(answer, 0, answerBytes);
    }

    /** The collected answer, valid until the next request. */
    public MemorySegment answer() {
        return answer;
    }

    /** Bytes of the collected answer. */
    public long answerBytes() {
        return answerBytes;
    }

    /** Frees the call's slot on its link. A late answer is ignored. */
    @Override
    public void close() {
        pending = NO_REQUEST;
        link.forget(slot);
    }

    Link link() {
        return link;
    }

    int kind() {
        return kind;
    }

    /** Messages of the answer so far. */
    long received() {
        return received;
    }

    boolean isDone() {
        return pending == NO_REQUEST;
    }

    /**
     * Takes one message of an answer. The sender may change its memory meanwhile, so each field is
     * read once.
     */
    void accept(long id, MemorySegment memory, long offset, int length) {
        if (id != pending) {
            return;
        }
        byte flags = Header.flags(memory, offset);
        Status said = Status.of(Header.status(memory, offset));
        received++;
        if (said != Status.OK) {
            answerBytes = 0;
            collect(memory, offset + PAYLOAD, length - PAYLOAD);
        } else {
            part(memory, offset + PAYLOAD, length - PAYLOAD);
        }
        if ((flags & Header.MORE) == 0 || said != Status.OK) {
            status = said;
            pending = NO_REQUEST;
        }
    }

    private void part(MemorySegment memory, long offset, int length) {
        AnswerHandler handler = parts;
        if (handler == null) {
            collect(memory, offset, length);
        } else if (partFailure == null) {
            try {
                handler.onPart(memory, offset, length);
            } catch (RuntimeException e) {
                partFailure = e;
            }
        }
    }

    private void collect(MemorySegment memory, long offset, int length) {
        long total = answerBytes + length;
        if (total > answer.byteSize()) {
            if (total > LONGEST_ANSWER) {
                partFailure =
                        new FabricException(
                                FabricException.Kind.TOO_LARGE,
                                "answer of " + link.title() + " exceeds " + LONGEST_ANSWER);
                return;
            }
            MemorySegment larger =
                    Arena.ofAuto()
                            .allocate(
                                    Math.max(FIRST_ANSWER_BYTES, Long.highestOneBit(total) * 2),
                                    64);
            MemorySegment.copy(answer, 0, larger, 0, answerBytes);
            answer = larger;
        }
        MemorySegment.copy(memory, offset, answer, answerBytes, length);
        answerBytes = total;
    }

    /** Completes the batch of the last request, which was delivered if its answer has arrived. */
    private void settle() {
        if (batch.size() > 0 && !batch.isDone()) {
            batch.await();
        }
    }

    /** The answer as a text, from a byte on. */
    private String text(long from) {
        byte[] bytes = answer.asSlice(from, answerBytes - from).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
