package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Verb;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A batch and its place in the line of its channel's batches; knows how its requests look on the
 * wire.
 */
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

    Verb verb(int request) {
        return verbs[request];
    }

    int length(int request) {
        return lengths[request];
    }

    /** Bytes of a request on the wire. */
    int bytes(int request) {
        return Request.bytes(verbs[request], lengths[request]);
    }

    /** Puts head and operands of a request. */
    void putFixed(int request, ByteBuffer out) {
        Verb verb = verbs[request];
        out.putLong(Request.head(verb, lengths[request]));
        out.putLong(addresses[request]);
        switch (verb) {
            case WRITE_IMMEDIATE, FETCH_AND_ADD -> out.putLong(operands[request]);
            case COMPARE_AND_SWAP -> out.putLong(operands[request]).putLong(replacements[request]);
            case MASKED_COMPARE_AND_SWAP ->
                    out.putLong(operands[request])
                            .putLong(replacements[request])
                            .putLong(compareMasks[request])
                            .putLong(swapMasks[request]);
            case READ, WRITE, SEND -> {}
        }
    }

    /**
     * Puts data of a request from byte {@code done} on, as much as there is room for, and returns
     * how much.
     */
    int putData(int request, int done, ByteBuffer out, MemorySegment outMemory) {
        int bytes = Math.min(lengths[request] - done, out.remaining());
        MemorySegment local = locals[request];
        if (local != null) {
            MemorySegment.copy(
                    local, localOffsets[request] + done, outMemory, out.position(), bytes);
            out.position(out.position() + bytes);
            return bytes;
        }
        for (int i = 0; i < bytes; i++) {
            out.put((byte) (operands[request] >>> (Byte.SIZE * (done + i))));
        }
        return bytes;
    }

    /** Bytes of a request's result on the wire. */
    int resultBytes(int request) {
        return Request.resultBytes(verbs[request], lengths[request]);
    }

    /**
     * Takes {@code bytes} of a READ's result, of which {@code done} have been taken before; padding
     * is dropped.
     */
    void takeRead(int request, int done, MemorySegment in, long at, int bytes) {
        int wanted = Math.min(bytes, lengths[request] - done);
        if (wanted > 0) {
            MemorySegment local = locals[request];
            assert local != null;
            MemorySegment.copy(in, at, local, localOffsets[request] + done, wanted);
        }
    }

    /** Takes the result of an atomic. */
    void takeResult(int request, long value) {
        results[request] = value;
    }

    /** One more request has completed. */
    void complete(int request) {
        completeUpTo(request + 1);
    }

    /** The server refused a request. */
    void refused(int request, Kind kind, String text) {
        channel.failRequest(kind, verbs[request], addresses[request], lengths[request], text);
    }
}
