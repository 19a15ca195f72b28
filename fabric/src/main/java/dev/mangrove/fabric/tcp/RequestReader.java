package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.socket.ConnectionOutput;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Input;
import dev.mangrove.fabric.socket.Limits;
import dev.mangrove.fabric.socket.ProtocolException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Executes the requests of one connection, strictly in order, as their bytes arrive. It can stop
 * after any byte, when the input is exhausted or the output full, and resume later. Belongs to the
 * I/O thread, which holds the monitor of the output.
 *
 * <pre>
 * FRAME: a header. REQUEST: head and operands of a request. SELECTION: description of the
 * selection of a gather or scatter. DATA: bytes of a WRITE, scatter or SEND. RESULT: bytes of a
 * READ or gather. ATTACH: payload of an attach frame.
 *
 *      +-------------------------------------------+
 *      v                                           |
 *    FRAME --> REQUEST --> (SELECTION) --> DATA    |
 *      |          ^             |            |     |
 *      |          |             +----> RESULT|     |
 *      |          +--------------------+-----+     |
 *      +----> ATTACH ------------------------------+
 * </pre>
 */
final class RequestReader {
    private enum State {
        FRAME,
        REQUEST,
        SELECTION,
        DATA,
        RESULT,
        ATTACH
    }

    /** Result of one step of the parser. */
    private enum Step {
        /** The step made progress. */
        ON,
        /** More bytes are needed. */
        STARVED,
        /** The output must be flushed first, or the turn is over. */
        STOPPED
    }

    /**
     * Bytes of small frames that may accumulate in the output. Chosen: bounds what a client that
     * does not read makes the server keep.
     */
    private static final int MOST_UNSENT = 4 << 10;

    private final ConnectionOutput output;
    private final Regions regions;
    private final TcpConnection connection;
    private final AttachedRegions attached = new AttachedRegions();
    private final CurrentRequest current = new CurrentRequest(attached);
    private final MessageQueue messages;

    private State state = State.FRAME;
    private int sequence;
    private int frameLeft;
    private int frameRequests;
    private long completed;
    private int answersOfTurn;
    private int fragmentsOfTurn;

    RequestReader(
            TcpConnection connection,
            ConnectionOutput output,
            MessageQueue messages,
            Regions regions,
            int sequence) {
        this.connection = connection;
        this.messages = messages;
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

    /** Whether the next step needs no input. */
    boolean hasResultsLeft() {
        return state == State.RESULT;
    }

    /**
     * Executes what has arrived.
     *
     * @return false if it stopped with work left, because the output is full or the turn is over
     */
    boolean advance(Input.Shared input) throws ProtocolException, BadRequestException, IOException {
        answersOfTurn = 0;
        fragmentsOfTurn = 0;
        Step step;
        do {
            step =
                    switch (state) {
                        case FRAME -> frame(input.bytes);
                        case REQUEST -> request(input.bytes);
                        case SELECTION -> selection(input.bytes);
                        case DATA -> data(input);
                        case RESULT -> current.verb() == Verb.GATHER ? gather() : result();
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
                                in, type, WireRequest.HEAD_BYTES, Limits.LARGEST_REQUEST_FRAME);
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
        attached.add((int) id, found);
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
        if (in.remaining() < WireRequest.HEAD_BYTES) {
            return Step.STARVED;
        }
        Verb verb = WireRequest.verb(in.getLong(in.position()));
        int fixed = WireRequest.fixedBytes(verb);
        if (in.remaining() < fixed && frameLeft >= fixed) {
            return Step.STARVED;
        }
        if (output.room() < Long.BYTES && !hasTurn()) {
            return Step.STOPPED;
        }
        if (++frameRequests > Limits.LARGEST_BATCH) {
            throw new ProtocolException(
                    "more than " + Limits.LARGEST_BATCH + " requests in a frame");
        }
        current.take(in, verb, frameLeft);
        start(in);
        in.position(in.position() + fixed);
        frameLeft -= fixed;
        return Step.ON;
    }

    /** Carries out an atomic, or prepares for the bytes of another verb. */
    private void start(ByteBuffer in) throws ProtocolException, BadRequestException {
        Verb verb = current.verb();
        if (verb.isAtomic()) {
            output.result(current.atomic(in));
            complete();
            return;
        }
        if (WireRequest.isMessage(verb)) {
            output.received(WireRequest.cost(verb, current.length()));
        }
        if (verb == Verb.SEND) {
            messages.begin(MessageQueue.MESSAGE, current.length(), 0);
        }
        state =
                verb.isSelective()
                        ? State.SELECTION
                        : verb == Verb.READ ? State.RESULT : State.DATA;
    }

    /** Takes the description of a selection. */
    private Step selection(ByteBuffer in) throws ProtocolException, BadRequestException {
        frameLeft -= current.selection().take(in);
        if (!current.selection().isDescribed()) {
            return Step.STARVED;
        }
        current.openSelection();
        state = current.verb() == Verb.GATHER ? State.RESULT : State.DATA;
        return Step.ON;
    }

    /** Takes bytes of a WRITE, scatter or SEND, then the zeroes that pad them. */
    private Step data(Input.Shared input) throws BadRequestException {
        ByteBuffer in = input.bytes;
        int bytes = Math.min(current.left(), in.remaining());
        if (current.verb() == Verb.SCATTER && fragmentsOfTurn >= Limits.FRAGMENTS_PER_TURN) {
            return Step.STOPPED;
        }
        if (current.verb() == Verb.SEND) {
            messages.append(input.memory, in.position(), bytes);
            current.moved(bytes);
        } else if (current.verb() == Verb.SCATTER) {
            bytes = scatter(input, bytes);
        } else {
            bytes = current.write(input.memory, in.position(), bytes);
        }
        in.position(in.position() + bytes);
        if (current.verb() == Verb.SCATTER && bytes > 0 && current.left() > 0) {
            return Step.ON;
        }
        if (current.left() > 0 || in.remaining() < current.padding()) {
            return Step.STARVED;
        }
        in.position(in.position() + current.padding());
        frameLeft -= Frame.padded(current.length());
        deliver();
        output.answer(0);
        complete();
        return Step.ON;
    }

    private int scatter(Input.Shared input, int most) throws BadRequestException {
        int fragments = Limits.FRAGMENTS_PER_TURN - fragmentsOfTurn;
        int bytes = current.scatter(input.memory, input.bytes.position(), most, fragments);
        fragmentsOfTurn += current.selection().moved();
        return bytes;
    }

    private void deliver() {
        if (current.verb() == Verb.WRITE_IMMEDIATE) {
            messages.begin(MessageQueue.IMMEDIATE, 0, current.immediate());
        } else if (current.verb() != Verb.SEND) {
            return;
        }
        messages.commit();
        connection.delivered();
    }

    /** Adds bytes of a READ to the answer, then zeroes that pad them. */
    private Step result() throws BadRequestException, IOException {
        // Ends: each part makes less of the READ left.
        while (true) {
            int bytes = current.nextPart(output.room());
            MemorySegment to = output.answer(bytes + Long.BYTES);
            current.read(to, output.position(), bytes);
            output.advance(bytes);
            if (current.left() == 0) {
                break;
            }
            if (!hasTurn()) {
                return Step.STOPPED;
            }
        }
        output.pad(current.padding());
        complete();
        return Step.ON;
    }

    /**
     * Adds bytes of a gather to the answer, then zeroes that pad them, then the number of torn rows
     * where rows have guards.
     */
    private Step gather() throws BadRequestException, IOException {
        CurrentSelection selection = current.selection();
        // Ends: each part makes less of the gather left.
        while (current.left() > 0) {
            if (fragmentsOfTurn >= Limits.FRAGMENTS_PER_TURN) {
                return Step.STOPPED;
            }
            if (output.room() < Math.min(selection.leastPart(), current.left())) {
                if (!hasTurn()) {
                    return Step.STOPPED;
                }
                continue;
            }
            int most = Math.min(output.room(), current.left());
            MemorySegment to = output.answer(most + 2 * Long.BYTES);
            int fragments = Limits.FRAGMENTS_PER_TURN - fragmentsOfTurn;
            int bytes = current.gather(to, output.position(), most, fragments);
            fragmentsOfTurn += selection.moved();
            output.advance(bytes);
        }
        if (output.room() < 2 * Long.BYTES && !hasTurn()) {
            return Step.STOPPED;
        }
        output.answer(2 * Long.BYTES);
        output.pad(current.padding());
        if (selection.isGuarded()) {
            output.result(selection.torn());
        }
        complete();
        return Step.ON;
    }

    private void complete() {
        completed++;
        state = State.REQUEST;
    }

    /** Sends the current answer; returns whether the turn allows another one. */
    private boolean hasTurn() throws IOException {
        output.endAnswer(completed);
        output.flush();
        return output.unsent() == 0 && ++answersOfTurn < Limits.ANSWERS_PER_TURN;
    }
}
