package dev.mangrove.index.wire;

import dev.mangrove.index.spatial.SpatialIndex;

import org.jspecify.annotations.Nullable;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * A change of an object within {@link SpatialKind#APPLY_PAYLOADS}. In a message, in little-endian
 * order:
 *
 * <pre>
 *  0   what it does, one of the changes of SpatialKind
 *  8   id
 *  16  rectangle
 *  48  length of the payload, or ABSENT
 *  56  the payload
 * </pre>
 *
 * @param change one of the changes of {@link SpatialKind}
 * @param id the object
 * @param minX left border
 * @param minY lower border
 * @param maxX right border
 * @param maxY upper border
 * @param payload the payload that the object gets; null if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // Not compared.
public record SpatialChange(
        int change,
        long id,
        double minX,
        double minY,
        double maxX,
        double maxY,
        byte @Nullable [] payload) {
    /** Bytes before the payload. */
    public static final int HEAD = (SpatialKind.CHANGE_WORDS + 1) * Long.BYTES;

    /** Bytes in a message. */
    public int bytes() {
        return HEAD + (payload == null ? 0 : payload.length);
    }

    /** Adds this to a message. */
    public void write(ByteBuffer to) {
        to.putLong(change).putLong(id);
        to.putDouble(minX).putDouble(minY).putDouble(maxX).putDouble(maxY);
        to.putLong(payload == null ? SpatialKind.ABSENT : payload.length);
        if (payload != null) {
            to.put(payload);
        }
    }

    /** Takes one from a message. */
    public static SpatialChange read(ByteBuffer from) {
        try {
            return new SpatialChange(
                    change(from.getLong()),
                    from.getLong(),
                    from.getDouble(),
                    from.getDouble(),
                    from.getDouble(),
                    from.getDouble(),
                    payload(from, from.getLong()));
        } catch (BufferUnderflowException e) {
            throw new MalformedException("changes end early: bytes=" + from.limit());
        }
    }

    private static int change(long code) {
        if (code < SpatialKind.INSERT || code > SpatialKind.SET_PAYLOAD) {
            throw new MalformedException("no such change: code=" + code);
        }
        return (int) code;
    }

    private static byte @Nullable [] payload(ByteBuffer from, long length) {
        if (length == SpatialKind.ABSENT) {
            return null;
        }
        if (length < 0 || length > SpatialIndex.LONGEST_PAYLOAD) {
            throw new MalformedException("no length of a payload: length=" + length);
        }
        return BytesOperation.string(from, (int) length);
    }
}
