package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/**
 * Start of every message.
 *
 * <pre>
 *  0      2         3       4         8              16
 * +------+---------+-------+---------+---------------+----------
 * | kind | version | flags | status  |  request id   | payload…
 * +------+---------+-------+---------+---------------+----------
 * </pre>
 */
public final class Header {
    /** Length of the header; the payload follows. */
    public static final int BYTES = 16;

    /** Format of all messages; a peer with another one is refused. */
    public static final byte VERSION = 11;

    /** Flag: this is not the last message of the answer. */
    public static final byte MORE = 1;

    /** Request id of what was not asked for. */
    public static final long UNASKED = 0;

    /**
     * Most requests of one connection that may be without an answer. Chosen: bounds what a server
     * keeps for each connection.
     */
    public static final int WINDOW = 64;

    private static final StructLayout LAYOUT =
            Wire.struct(
                    BYTES,
                    Wire.SHORT.withName("kind"),
                    Wire.BYTE.withName("version"),
                    Wire.BYTE.withName("flags"),
                    Wire.INT.withName("status"),
                    Wire.LONG.withName("request"));
    private static final VarHandle KIND = Wire.field(LAYOUT, "kind");
    private static final VarHandle FORMAT = Wire.field(LAYOUT, "version");
    private static final VarHandle FLAGS = Wire.field(LAYOUT, "flags");
    private static final VarHandle STATUS = Wire.field(LAYOUT, "status");
    private static final VarHandle REQUEST = Wire.field(LAYOUT, "request");

    private Header() {}

    /** Writes a header. */
    public static void write(
            MemorySegment message, long base, int kind, byte flags, Status status, long request) {
        KIND.set(message, base, (short) kind);
        FORMAT.set(message, base, VERSION);
        FLAGS.set(message, base, flags);
        STATUS.set(message, base, status.code());
        REQUEST.set(message, base, request);
    }

    /** Kind of the message, see {@link MessageKind}. */
    public static int kind(MemorySegment message, long base) {
        return Short.toUnsignedInt((short) KIND.get(message, base));
    }

    /** Format of the message. */
    public static byte version(MemorySegment message, long base) {
        return (byte) FORMAT.get(message, base);
    }

    /** Flags of the message. */
    public static byte flags(MemorySegment message, long base) {
        return (byte) FLAGS.get(message, base);
    }

    /** Outcome of the request, see {@link Status}. */
    public static int status(MemorySegment message, long base) {
        return (int) STATUS.get(message, base);
    }

    /** Which request this is, or answers. */
    public static long request(MemorySegment message, long base) {
        return (long) REQUEST.get(message, base);
    }
}
