package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.socket.Frame;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** A batch, its link to the next batch of the channel, and the encoding of its requests. */
final class TcpBatch extends Batch {
    private final TcpChannel channel;

    /** Number of torn rows, as far as its bytes have arrived. */
    private long tornRows;

    /** The batch submitted after this one, while both are under way. */
    @Nullable TcpBatch following;

    TcpBatch(TcpChannel channel, int capacity) {
        super(channel, capacity);
        this.channel = channel;
    }

    @Override
    protected void start() {
        if (size() > 0) {
            channel.post(this);
        }
    }

    /** Bytes of a request on the wire. */
    int bytes(int request) {
        return WireRequest.fixedBytes(verb(request)) + Frame.padded(dataBytes(request));
    }

    /** Bytes behind the operands: the description of a selection, then data. */
    int dataBytes(int request) {
        Verb verb = verb(request);
        return descriptionBytes(request, verb) + (WireRequest.hasData(verb) ? length(request) : 0);
    }

    private int descriptionBytes(int request, Verb verb) {
        return verb.isSelective()
                ? WireSelection.words(WireSelection.operand(selection(request))) * Long.BYTES
                : 0;
    }

    /** Puts head and operands of a request. */
    void putFixed(int request, ByteBuffer out) {
        Verb verb = verb(request);
        out.putLong(WireRequest.head(verb, length(request)));
        out.putLong(address(request));
        switch (verb) {
            case WRITE_IMMEDIATE, FETCH_AND_ADD -> out.putLong(operand(request));
            case COMPARE_AND_SWAP -> out.putLong(operand(request)).putLong(replacement(request));
            case MASKED_COMPARE_AND_SWAP ->
                    out.putLong(operand(request))
                            .putLong(replacement(request))
                            .putLong(compareMask(request))
                            .putLong(swapMask(request));
            case GATHER, SCATTER -> out.putLong(WireSelection.operand(selection(request)));
            case READ, WRITE, SEND -> {}
            case WRITE_SELECTION -> throw new AssertionError(verb);
        }
    }

    /**
     * Puts data of a request from byte {@code done} on, as much as there is room for, and returns
     * how much.
     */
    int putData(int request, int done, ByteBuffer out, MemorySegment outMemory) {
        int description = descriptionBytes(request, verb(request));
        if (done < description) {
            int put = putDescription(selection(request), done, description, out);
            return done + put < description ? put : put + putPayload(request, 0, out, outMemory);
        }
        return putPayload(request, done - description, out, outMemory);
    }

    /** Puts whole words of a description. */
    private static int putDescription(Selection selection, int done, int end, ByteBuffer out) {
        int bytes = Math.min(end - done, out.remaining() & -Long.BYTES);
        for (int at = done; at < done + bytes; at += Long.BYTES) {
            out.putLong(WireSelection.word(selection, at / Long.BYTES));
        }
        return bytes;
    }

    private int putPayload(int request, int done, ByteBuffer out, MemorySegment outMemory) {
        if (verb(request) == Verb.GATHER) {
            return 0;
        }
        int bytes = Math.min(length(request) - done, out.remaining());
        MemorySegment local = local(request);
        if (local != null) {
            MemorySegment.copy(
                    local, localOffset(request) + done, outMemory, out.position(), bytes);
            out.position(out.position() + bytes);
            return bytes;
        }
        for (int i = 0; i < bytes; i++) {
            out.put((byte) (operand(request) >>> (Byte.SIZE * (done + i))));
        }
        return bytes;
    }

    /** Bytes of a request's result on the wire. */
    int resultBytes(int request) {
        int bytes = WireRequest.resultBytes(verb(request), length(request));
        return isGuarded(request) ? bytes + Long.BYTES : bytes;
    }

    private boolean isGuarded(int request) {
        return verb(request) == Verb.GATHER && selection(request).isGuarded();
    }

    /**
     * Takes {@code bytes} of the result of a READ or gather, of which {@code done} have been taken
     * before; padding is dropped.
     */
    void takeRead(int request, int done, MemorySegment in, long at, int bytes) {
        int wanted = Math.min(bytes, length(request) - done);
        if (wanted > 0) {
            MemorySegment local = local(request);
            assert local != null;
            MemorySegment.copy(in, at, local, localOffset(request) + done, wanted);
        }
        if (isGuarded(request)) {
            takeTornRows(request, done, in, at, bytes);
        }
    }

    /** Takes those bytes of a result that belong to its last word, the number of torn rows. */
    private void takeTornRows(int request, int done, MemorySegment in, long at, int bytes) {
        int word = Frame.padded(length(request));
        for (int i = Math.max(0, word - done); i < bytes; i++) {
            int shift = Byte.SIZE * (done + i - word);
            long low = shift == 0 ? 0 : tornRows;
            tornRows = low | (in.get(ValueLayout.JAVA_BYTE, at + i) & 0xFFL) << shift;
        }
        if (done + bytes == word + Long.BYTES) {
            result(request, tornRows);
        }
    }

    /** Takes the result of an atomic. */
    void takeResult(int request, long value) {
        result(request, value);
    }

    /** One more request has completed. */
    void complete(int request) {
        if (verb(request) == Verb.GATHER && !isGuarded(request)) {
            result(request, 0);
        }
        completeUpTo(request + 1);
    }

    /** The server refused a request. */
    void refused(int request, Kind kind, String text) {
        channel.failRequest(kind, verb(request), address(request), length(request), text);
    }
}
