package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Verb;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** A batch, its link to the next batch of the channel, and the encoding of its requests. */
final class TcpBatch extends Batch {
    private final TcpChannel channel;

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
        return WireRequest.bytes(verb(request), length(request));
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
            case READ, WRITE, SEND -> {}
            case GATHER, SCATTER, WRITE_SELECTION -> throw new AssertionError(verb);
        }
    }

    /**
     * Puts data of a request from byte {@code done} on, as much as there is room for, and returns
     * how much.
     */
    int putData(int request, int done, ByteBuffer out, MemorySegment outMemory) {
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
        return WireRequest.resultBytes(verb(request), length(request));
    }

    /**
     * Takes {@code bytes} of a READ's result, of which {@code done} have been taken before; padding
     * is dropped.
     */
    void takeRead(int request, int done, MemorySegment in, long at, int bytes) {
        int wanted = Math.min(bytes, length(request) - done);
        if (wanted > 0) {
            MemorySegment local = local(request);
            assert local != null;
            MemorySegment.copy(in, at, local, localOffset(request) + done, wanted);
        }
    }

    /** Takes the result of an atomic. */
    void takeResult(int request, long value) {
        result(request, value);
    }

    /** One more request has completed. */
    void complete(int request) {
        completeUpTo(request + 1);
    }

    /** The server refused a request. */
    void refused(int request, Kind kind, String text) {
        channel.failRequest(kind, verb(request), address(request), length(request), text);
    }
}
