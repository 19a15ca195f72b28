package dev.mangrove.index.wire;

import org.jspecify.annotations.Nullable;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The outcome of a {@link BytesOperation}. In a message, in little-endian order:
 *
 * <pre>
 *  0   code of the status
 *  4   1 if the operation was met, else 0
 *  8   length of the value, or -1 if there is none
 *  12  the value
 * </pre>
 *
 * @param status whether the operation was executed, or why not
 * @param met as the change defines it; of a get, whether the key is present
 * @param value what the operation returns, or the reason of a failure as UTF-8
 */
@SuppressWarnings("ArrayRecordComponent") // Not compared.
public record BytesOutcome(Status status, boolean met, byte @Nullable [] value) {
    private static final int HEAD = 3 * Integer.BYTES;
    private static final int ABSENT = -1;

    /** Bytes in a message. */
    public int bytes() {
        return HEAD + (value == null ? 0 : value.length);
    }

    /** Adds this to a message. */
    public void write(ByteBuffer to) {
        to.putInt(status.code()).putInt(met ? 1 : 0).putInt(value == null ? ABSENT : value.length);
        if (value != null) {
            to.put(value);
        }
    }

    /** Takes one from a message. */
    public static BytesOutcome read(ByteBuffer from) {
        try {
            Status status = Status.of(from.getInt());
            boolean met = from.getInt() == 1;
            int length = from.getInt();
            return new BytesOutcome(
                    status, met, length == ABSENT ? null : BytesOperation.string(from, length));
        } catch (BufferUnderflowException e) {
            throw new MalformedException("outcomes end early: bytes=" + from.limit());
        }
    }
}
