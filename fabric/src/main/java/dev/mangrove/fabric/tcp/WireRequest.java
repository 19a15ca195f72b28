package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Limits;
import dev.mangrove.fabric.socket.ProtocolException;

/**
 * One request within a frame; little-endian. Operands depend on the verb, data comes with WRITEs
 * and SENDs.
 *
 * <pre>
 *  0      1             4               8               16
 * +------+-------------+---------------+---------------+------------------+--------------------------+
 * | verb |      0      |    length     |    address    | operands, 8 each | data, padded to 8 bytes  |
 * +------+-------------+---------------+---------------+------------------+--------------------------+
 *
 * verb                      code  operands                                        data    result
 * READ                      1     -                                               -       length bytes, padded
 * WRITE                     2     -                                               length  -
 * WRITE_IMMEDIATE           3     immediate                                       length  -
 * COMPARE_AND_SWAP          4     expected, replacement                           -       old value
 * MASKED_COMPARE_AND_SWAP   5     expected, replacement, compare mask, swap mask  -       old value
 * FETCH_AND_ADD             6     addend                                          -       old value
 * SEND                      7     -                                               length  -
 * GATHER                    8     kind, rows and parts of the selection           -       length bytes, padded; torn rows
 * SCATTER                   9     kind, rows and parts of the selection           length  -
 * </pre>
 *
 * The description of a selection follows the operands, see {@link WireSelection}; the address is
 * the selection's first. The number of torn rows is a word behind the payload, where rows have
 * guards.
 */
public final class WireRequest {
    static final int HEAD_BYTES = 16;

    static {
        if (largestBytes() > Limits.LARGEST_REQUEST_FRAME) {
            throw new AssertionError("the largest request does not fit into a frame");
        }
    }

    private WireRequest() {}

    /** Number of a verb on the wire. */
    private static int code(Verb verb) {
        return switch (verb) {
            case READ -> 1;
            case WRITE -> 2;
            case WRITE_IMMEDIATE -> 3;
            case COMPARE_AND_SWAP -> 4;
            case MASKED_COMPARE_AND_SWAP -> 5;
            case FETCH_AND_ADD -> 6;
            case SEND -> 7;
            case GATHER -> 8;
            case SCATTER -> 9;
            case WRITE_SELECTION -> throw new AssertionError(verb);
        };
    }

    private static int operands(Verb verb) {
        return switch (verb) {
            case READ, WRITE, SEND, WRITE_SELECTION -> 0;
            case WRITE_IMMEDIATE, FETCH_AND_ADD, GATHER, SCATTER -> 1;
            case COMPARE_AND_SWAP -> 2;
            case MASKED_COMPARE_AND_SWAP -> 4;
        };
    }

    /** First word of a request. */
    static long head(Verb verb, int length) {
        return (long) length << 32 | code(verb);
    }

    /** Verb of a request's first word. */
    static Verb verb(long head) throws ProtocolException {
        return switch ((int) head) {
            case 1 -> Verb.READ;
            case 2 -> Verb.WRITE;
            case 3 -> Verb.WRITE_IMMEDIATE;
            case 4 -> Verb.COMPARE_AND_SWAP;
            case 5 -> Verb.MASKED_COMPARE_AND_SWAP;
            case 6 -> Verb.FETCH_AND_ADD;
            case 7 -> Verb.SEND;
            case 8 -> Verb.GATHER;
            case 9 -> Verb.SCATTER;
            default ->
                    throw new ProtocolException(
                            "no such verb: 0x" + Integer.toHexString((int) head));
        };
    }

    /** Length in a request's first word; negative if it is beyond any limit. */
    static int length(long head) {
        return (int) (head >>> 32);
    }

    /** Bytes of the head and the operands. */
    static int fixedBytes(Verb verb) {
        return HEAD_BYTES + Long.BYTES * operands(verb);
    }

    /** Whether data follows. */
    static boolean hasData(Verb verb) {
        return verb == Verb.WRITE
                || verb == Verb.WRITE_IMMEDIATE
                || verb == Verb.SEND
                || verb == Verb.SCATTER;
    }

    /** Whether it ends up in the inbox, and so counts against the window. */
    static boolean isMessage(Verb verb) {
        return verb == Verb.SEND || verb == Verb.WRITE_IMMEDIATE;
    }

    /** What a SEND or WRITE with immediate costs of the window. */
    static int cost(Verb verb, int length) {
        return Frame.paddedSize(verb == Verb.SEND ? length : 0);
    }

    /** Bytes of a whole request, without the description of a selection. */
    static int bytes(Verb verb, int length) {
        return fixedBytes(verb) + (hasData(verb) ? Frame.padded(length) : 0);
    }

    /** Bytes of its result, without the number of torn rows. */
    static int resultBytes(Verb verb, int length) {
        return verb == Verb.READ || verb == Verb.GATHER
                ? Frame.padded(length)
                : verb.isAtomic() ? Long.BYTES : 0;
    }

    /** Bytes of the largest request. */
    private static int largestBytes() {
        return bytes(Verb.SCATTER, Limits.LARGEST_TRANSFER) + WireSelection.LARGEST_BYTES;
    }
}
