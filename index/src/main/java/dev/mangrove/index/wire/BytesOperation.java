package dev.mangrove.index.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * An operation on a key within {@link BytesKind#APPLY_ALL}. In a message, in little-endian order:
 *
 * <pre>
 *  0   code of the operation, plus TIMED if it has a time to live
 *  4   lengths of key, value and expected value, 4 bytes each
 *  16  time to live in nanoseconds, only if the code has TIMED
 *      these strings
 * </pre>
 *
 * @param code the code of a change, or {@link BytesKind#GET_OPERATION}
 * @param key the key
 * @param value the new value, or what to add; empty if there is none
 * @param expected the expected value; empty if there is none
 * @param ttl time to live in nanoseconds, or {@link #NO_TTL}
 */
@SuppressWarnings("ArrayRecordComponent") // Not compared.
public record BytesOperation(int code, byte[] key, byte[] value, byte[] expected, long ttl) {
    /** Stands for no time to live. */
    public static final long NO_TTL = -1;

    /** Added to the code: a time to live follows the lengths. */
    static final int TIMED = 1 << 16;

    private static final int HEAD = 4 * Integer.BYTES;

    private boolean isTimed() {
        return ttl != NO_TTL;
    }

    /** Bytes in a message. */
    public int bytes() {
        return HEAD + (isTimed() ? Long.BYTES : 0) + key.length + value.length + expected.length;
    }

    /** Adds this to a message. */
    public void write(ByteBuffer to) {
        to.putInt(isTimed() ? code | TIMED : code);
        to.putInt(key.length).putInt(value.length).putInt(expected.length);
        if (isTimed()) {
            to.putLong(ttl);
        }
        to.put(key).put(value).put(expected);
    }

    /** Takes one from a message. */
    public static BytesOperation read(ByteBuffer from) {
        try {
            int code = from.getInt();
            int[] lengths = {from.getInt(), from.getInt(), from.getInt()};
            long ttl = (code & TIMED) == 0 ? NO_TTL : from.getLong();
            return new BytesOperation(
                    code & ~TIMED,
                    string(from, lengths[0]),
                    string(from, lengths[1]),
                    string(from, lengths[2]),
                    ttl);
        } catch (BufferUnderflowException e) {
            throw new MalformedException("operations end early: bytes=" + from.limit());
        }
    }

    /** Takes a string of a length, which must be there before room for it is allocated. */
    static byte[] string(ByteBuffer from, int length) {
        if (length < 0 || length > from.remaining()) {
            throw new MalformedException("a string ends early: length=" + length);
        }
        byte[] string = new byte[length];
        from.get(string);
        return string;
    }
}
