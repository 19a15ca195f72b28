package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.memory.MemoryVerbs;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Carries out the requests of one connection, strictly in order, as their bytes arrive. It can stop
 * after any byte, when the input is used up or the output full, and go on later. Belongs to the I/O
 * thread, which holds the monitor of the output.
 *
 * <pre>
 * FRAME: a header. REQUEST: head and operands of a request. DATA: bytes of a WRITE or SEND.
 * RESULT: bytes of a READ. ATTACH: payload of an attach frame.
 *
 *      +--------------------------------+
 *      v                                |
 *    FRAME --> REQUEST <--> DATA        |
 *      |          ^  |                  |
 *      |          |  +----> RESULT      |
 *      |          +----------+          |
 *      +----> ATTACH -------------------+
 * </pre>
 */
final class RequestReader {
    private enum State {
        FRAME,
        REQUEST,
        DATA,
        RESULT,
        ATTACH
    }

    /** What came of trying to go on. */
    private enum Step {
        /** Something was done. */
        ON,
        /** More bytes are needed. */
        STARVED,
        /** The output must be emptied first, or others have their turn. */
        STOPPED
    }

    /** Small frames that may pile up in the output. */
    private static final int MOST_UNSENT = 4 << 10;

    private final ConnectionOutput output;
    private final Regions regions;
    private final TcpConnection connection;

    private State state = State.FRAME;
    private int sequence;
    private int frameLeft;
    private int frameRequests;
    private long completed;
    private int answersOfTurn;
    private boolean written;

    private Verb verb = Verb.READ;
    private @Nullable ExposedRegion region;
    private long offset;
    private int length;
    private int done;
    private int immediate;

    RequestReader(
            TcpConnection connection, ConnectionOutput output, Regions regions, int sequence) {
        this.connection = connection;
        this.output = output;
        this.regions = regions;
        this.sequence = sequence;
    }

    /** Requests carried out so far. */
    long completed() {
        return completed;
    }

    /** Number of the request that failed; -1 if it was an attach. */
    long failed() {
        return state == State.ATTACH ? -1 : completed;
    }

    /** Whether it can go on without any input. */
    boolean hasResultsLeft() {
        return state == State.RESULT;
    }

    /**
     * Carries out what has arrived.
     *
     * @return false if it stopped with work left, because of the output or because it had its turn
     */
    boolean advance(Input.Shared input) throws ProtocolException, BadRequestException, IOException {
        answersOfTurn = 0;
        Step step;
        do {
            step =
                    switch (state) {
                        case FRAME -> frame(input.bytes);
                        case REQUEST -> request(input.bytes);
                        case DATA -> data(input);
                        case RESULT -> result();
                        case ATTACH -> attach(input.bytes);
                    };
        } while (step == Step.ON);
        output.endAnswer(completed);
        return step == Step.STARVED;
    }

    private Step frame(ByteBuffer in) throws ProtocolException, IOException {
        if (in.remaining() < Frame.HEADER_BYTES) {
            return Step.STARVED;
        }
        if (output.unsent() > MOST_UNSENT && !hasTurn()) {
            return Step.STOPPED;
        }
        int type = Frame.checkedType(in, sequence++);
        output.credit(Frame.credit(in));
        switch (type) {
            case Frame.REQUESTS -> {
                frameLeft =
                        Frame.checkedLength(
                                in, type, Request.HEAD_BYTES, Limits.LARGEST_REQUEST_FRAME);
                frameRequests = 0;
                if ((frameLeft & 7) != 0) {
                    throw new ProtocolException("requests are whole words: length=" + frameLeft);
                }
                state = State.REQUEST;
            }
            case Frame.ATTACH -> {
                Frame.checkedLength(in, type, Frame.ATTACH_BYTES, Frame.ATTACH_BYTES);
                state = State.ATTACH;
            }
            case Frame.PING -> {
                Frame.checkedLength(in, type, 0, 0);
                output.endAnswer(completed);
                output.control(Frame.PONG);
            }
            case Frame.CREDIT -> Frame.checkedLength(in, type, 0, 0);
            default -> throw new ProtocolException("frame has no place here: type=" + type);
        }
        in.position(in.position() + Frame.HEADER_BYTES);
        return Step.ON;
    }

    private Step attach(ByteBuffer in) throws BadRequestException {
        if (in.remaining() < Frame.ATTACH_BYTES) {
            return Step.STARVED;
        }
        long id = in.getLong();
        ExposedRegion found = regions.open(id, in.getLong());
        if (found == null) {
            throw new BadRequestException(
                    Kind.BAD_KEY, "region " + id + " is unknown or the key does not open it");
        }
        connection.attachRegion((int) id, found);
        output.endAnswer(completed);
        output.attached((int) id, found.size);
        state = State.FRAME;
        return Step.ON;
    }

    private Step request(ByteBuffer in) throws ProtocolException, BadRequestException, IOException {
        if (frameLeft == 0) {
            state = State.FRAME;
            return Step.ON;
        }
        if (in.remaining() < Request.HEAD_BYTES) {
            return Step.STARVED;
        }
        int at = in.position();
        verb = Request.verb(in.getLong(at));
        int fixed = Request.fixedBytes(verb);
        if (in.remaining() < fixed && frameLeft >= fixed) {
            return Step.STARVED;
        }
        if (output.room() < Long.BYTES && !hasTurn()) {
            return Step.STOPPED;
        }
        length = Request.length(in.getLong(at));
        checkSize(fixed);
        locate(in.getLong(at + 8));
        in.position(at + fixed);
        frameLeft -= fixed;
        done = 0;
        start(in, at + Request.HEAD_BYTES);
        return Step.ON;
    }

    /** Checks a request's size against the frame and the limits. */
    private void checkSize(int fixed) throws ProtocolException, BadRequestException {
        int most = verb == Verb.SEND ? Limits.LARGEST_MESSAGE : Limits.LARGEST_TRANSFER;
        if (length < 0 || length > most) {
            throw new BadRequestException(
                    Kind.TOO_LARGE,
                    "at most " + most + " bytes: length=" + Integer.toUnsignedString(length));
        }
        int data = Request.hasData(verb) ? Frame.padded(length) : 0;
        if (fixed + data > frameLeft) {
            throw new ProtocolException("request leaves its frame: " + verb + ", length=" + length);
        }
        if (++frameRequests > Limits.LARGEST_BATCH) {
            throw new ProtocolException(
                    "more than " + Limits.LARGEST_BATCH + " requests in a frame");
        }
        if (verb.isAtomic() && length != Long.BYTES) {
            throw new ProtocolException("atomics work on 8 bytes: " + verb + ", length=" + length);
        }
    }

    /** Finds the memory of a request. */
    private void locate(long address) throws ProtocolException, BadRequestException {
        if (verb == Verb.SEND) {
            if (address != Address.NULL) {
                throw new ProtocolException("SEND has no address");
            }
            return;
        }
        int id = Address.region(address);
        ExposedRegion found = connection.region(id);
        if (found == null || found.isReleased()) {
            throw new BadRequestException(
                    Kind.BAD_KEY, "region " + id + " is not attached or was released");
        }
        region = found;
        offset = Address.offset(address);
        if (offset > found.size - length) {
            throw new BadRequestException(
                    Kind.OUT_OF_BOUNDS, "region ends at 0x" + Long.toHexString(found.size));
        }
        if (verb.isAtomic() && (offset & 7) != 0) {
            throw new BadRequestException(Kind.MISALIGNED, "atomics need a multiple of 8");
        }
    }

    /** Carries out an atomic, or prepares for the bytes of another verb. */
    private void start(ByteBuffer in, int operands) throws ProtocolException {
        switch (verb) {
            case READ -> {
                settleWrites();
                state = State.RESULT;
            }
            case WRITE -> state = State.DATA;
            case WRITE_IMMEDIATE -> {
                long value = in.getLong(operands);
                if (value != (int) value) {
                    throw new ProtocolException("immediate is not 32 bits: " + value);
                }
                immediate = (int) value;
                output.received(Request.cost(verb, length));
                state = State.DATA;
            }
            case SEND -> {
                output.received(Request.cost(verb, length));
                connection.messages().begin(MessageQueue.MESSAGE, length, 0);
                state = State.DATA;
            }
            case COMPARE_AND_SWAP, MASKED_COMPARE_AND_SWAP, FETCH_AND_ADD -> {
                settleWrites();
                output.result(atomic(in, operands));
                complete();
            }
        }
    }

    private long atomic(ByteBuffer in, int operands) {
        MemorySegment memory = memory();
        long first = in.getLong(operands);
        return switch (verb) {
            case COMPARE_AND_SWAP ->
                    MemoryVerbs.compareAndSwap(memory, offset, first, in.getLong(operands + 8));
            case MASKED_COMPARE_AND_SWAP ->
                    MemoryVerbs.maskedCompareAndSwap(
                            memory,
                            offset,
                            first,
                            in.getLong(operands + 8),
                            in.getLong(operands + 16),
                            in.getLong(operands + 24));
            case FETCH_AND_ADD -> MemoryVerbs.fetchAndAdd(memory, offset, first);
            default -> throw new AssertionError(verb);
        };
    }

    /** Takes bytes of a WRITE or SEND, then the zeroes that pad them. */
    private Step data(Input.Shared input) {
        ByteBuffer in = input.bytes;
        int most = Math.min(length - done, in.remaining());
        if (verb != Verb.SEND) {
            most = wholeWords(most);
        }
        if (most > 0) {
            if (verb == Verb.SEND) {
                connection.messages().append(input.memory, in.position(), most);
            } else {
                MemoryVerbs.write(memory(), offset + done, input.memory, in.position(), most);
                written = true;
            }
            in.position(in.position() + most);
            done += most;
        }
        int padding = Frame.padded(length) - length;
        if (done < length || in.remaining() < padding) {
            return Step.STARVED;
        }
        in.position(in.position() + padding);
        frameLeft -= Frame.padded(length);
        if (verb == Verb.SEND) {
            connection.delivered();
        } else if (verb == Verb.WRITE_IMMEDIATE) {
            connection.messages().begin(MessageQueue.IMMEDIATE, 0, immediate);
            connection.delivered();
        }
        output.answer(0);
        complete();
        return Step.ON;
    }

    /** Adds bytes of a READ to the answer, then zeroes that pad them. */
    private Step result() throws IOException {
        while (true) {
            int most = wholeWords(Math.min(length - done, output.room()));
            MemorySegment to = output.answer(most + Long.BYTES);
            MemoryVerbs.read(memory(), offset + done, to, output.position(), most);
            output.advance(most);
            done += most;
            if (done == length) {
                break;
            }
            if (!hasTurn()) {
                return Step.STOPPED;
            }
        }
        output.pad(Frame.padded(length) - length);
        complete();
        return Step.ON;
    }

    /** Shortens a part of a transfer so that it does not end within a word of the region. */
    private int wholeWords(int most) {
        return most == length - done ? most : Math.max(0, most - (int) (offset + done + most & 7));
    }

    /** Later requests must see, and be seen after, the WRITEs before them. */
    private void settleWrites() {
        if (written) {
            VarHandle.fullFence();
            written = false;
        }
    }

    private void complete() {
        completed++;
        state = State.REQUEST;
    }

    /** Sends the answer under way; whether there may be another in this turn. */
    private boolean hasTurn() throws IOException {
        output.endAnswer(completed);
        output.flush();
        return output.unsent() == 0 && ++answersOfTurn < Limits.ANSWERS_PER_TURN;
    }

    private MemorySegment memory() {
        return Objects.requireNonNull(region).memory;
    }
}
