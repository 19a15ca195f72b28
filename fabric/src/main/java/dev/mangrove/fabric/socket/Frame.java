package dev.mangrove.fabric.socket;

import dev.mangrove.fabric.tcp.WireRequest;

import java.nio.ByteBuffer;

/**
 * Header of every frame; little-endian, followed by {@code length} bytes and zeroes up to a
 * multiple of 8.
 *
 * <pre>
 *  0       2      3      4               8               12              16
 * +-------+------+------+---------------+---------------+---------------+
 * | magic | type |  0   |    length     |   sequence    |    credit     |
 * +-------+------+------+---------------+---------------+---------------+
 * </pre>
 *
 * The sequence counts the frames of one direction from 0. The credit is the number of bytes of
 * message frames that the sender has consumed since its last frame.
 */
public final class Frame {
    public static final int HEADER_BYTES = 16;

    /** Handshake; see {@link Handshake}. */
    public static final int HELLO = 1;

    public static final int CHALLENGE = 2;
    public static final int PROOF = 3;
    public static final int WELCOME = 4;
    static final int REFUSAL = 5;

    /** Requests, one after the other; see {@link WireRequest}. */
    public static final int REQUESTS = 6;

    /**
     * Results: the number of requests completed so far (8 bytes), then results, each padded to 8
     * bytes.
     */
    public static final int ANSWER = 7;

    /** A message from the server. */
    public static final int MESSAGE = 8;

    /** Nothing but a credit. */
    public static final int CREDIT = 9;

    public static final int PING = 10;
    public static final int PONG = 11;

    /** Region id and key, 8 bytes each. */
    public static final int ATTACH = 12;

    /** Region id and size, 8 bytes each. */
    public static final int ATTACHED = 13;

    /**
     * Kind of error (8 bytes), number of the request or -1 (8 bytes), text; the last frame of a
     * connection.
     */
    public static final int ERROR = 14;

    /** Bytes of the count before the results of an answer. */
    public static final int ANSWER_HEAD_BYTES = 8;

    public static final int ATTACH_BYTES = 16;

    /** Bytes before the text of an error. */
    public static final int ERROR_HEAD_BYTES = 16;

    private static final int MAGIC = 0x474D; // "MG"
    private static final int TYPE_SHIFT = 16;
    private static final long TAG_MASK = 0xFFFF_FFFFL;

    private Frame() {}

    /** Writes a header. */
    public static void put(ByteBuffer out, int type, int length, int sequence, int credit) {
        put(out, out.position(), type, length, sequence, credit);
        out.position(out.position() + HEADER_BYTES);
    }

    /** Writes a header at a position that was reserved for it. */
    public static void put(ByteBuffer out, int at, int type, int length, int sequence, int credit) {
        out.putLong(at, (long) length << 32 | type << TYPE_SHIFT | MAGIC);
        out.putLong(at + 8, (long) credit << 32 | Integer.toUnsignedLong(sequence));
    }

    /** Checks magic, type byte and sequence of the header at the position and returns its type. */
    public static int checkedType(ByteBuffer in, int sequence) throws ProtocolException {
        int at = in.position();
        int tag = (int) (in.getLong(at) & TAG_MASK);
        int type = tag >>> TYPE_SHIFT;
        if ((tag & 0xFFFF) != MAGIC || type < HELLO || type > ERROR) {
            throw new ProtocolException("not a frame: starts with 0x" + Integer.toHexString(tag));
        }
        if (in.getInt(at + 8) != sequence) {
            throw new ProtocolException(
                    "frame out of sequence: sequence="
                            + in.getInt(at + 8)
                            + ", expected="
                            + sequence);
        }
        return type;
    }

    /** Length in the header at the position; negative if it exceeds 31 bits. */
    static int length(ByteBuffer in) {
        return in.getInt(in.position() + 4);
    }

    /** Credit in the header at the position; negative if it exceeds 31 bits. */
    public static int credit(ByteBuffer in) {
        return in.getInt(in.position() + 12);
    }

    /** Rounds up to whole words. */
    public static int padded(int length) {
        return length + 7 & -8;
    }

    /**
     * Bytes of a whole frame with that much payload; also what a message of that length costs of
     * the window.
     */
    public static int paddedSize(int length) {
        return HEADER_BYTES + padded(length);
    }

    /** Refuses a length outside the given bounds. */
    public static int checkedLength(ByteBuffer in, int type, int least, int most)
            throws ProtocolException {
        int length = length(in);
        if (length < least || length > most) {
            throw new ProtocolException(
                    "frame of wrong length: type="
                            + type
                            + ", length="
                            + Integer.toUnsignedString(length)
                            + ", least="
                            + least
                            + ", most="
                            + most);
        }
        return length;
    }
}
