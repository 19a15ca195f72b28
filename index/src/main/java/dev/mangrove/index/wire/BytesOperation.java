package dev.mangrove.index.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * An operation on a key within {@link BytesKind#APPLY_ALL}. In a message, in little-endian order:
 *
 * <pre>
 *  0   code of the operation
 *  4   lengths of key, value and expected value, 4 bytes each
 *  16  these strings
 * </pre>
 *
 * @param code the code of a change, or {@link BytesKind#GET_OPERATION}
 * @param key the key
 * @param value the new value, or what to add; empty if there is none
 * @param expected the expected value; empty if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // Not compared.
public record BytesOperation(int code, byte[] key, byte[] value, byte[] expected) {
    private static final int HEAD = 4 * Integer.BYTES;

    /** Bytes in a message. */
    public int bytes() {
        return HEAD + key.length + value.length + expected.length;
    }

    /** Adds this to a message. */
    public void write(ByteBuffer to) {
        to.putInt(code).putInt(key.length).putInt(value.length).putInt(expected.length);
        to.put(key).put(value).put(expected);
    }

    /** Takes one from a message. */
    public static BytesOperation read(ByteBuffer from) {
        try {
            int code = from.getInt();
            int[] lengths = {from.getInt(), from.getInt(), from.getInt()};
            return new BytesOperation(
                    code,
                    string(from, lengths[0]),
                    string(from, lengths[1]),
                    string(from, lengths[2]));
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
