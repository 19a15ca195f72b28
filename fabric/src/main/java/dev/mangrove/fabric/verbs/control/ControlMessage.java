package dev.mangrove.fabric.verbs.control;

import dev.mangrove.fabric.verbs.device.GidInfo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A message on the TCP connection beside a queue pair. Every message has 128 bytes, little-endian:
 *
 * <pre>
 *  0       4      8                                                             128
 * +-------+------+----------------------------------------------------------------+
 * | magic | type | body                                                           |
 * +-------+------+----------------------------------------------------------------+
 *
 * OFFER, ACCEPT   queue pair (4), sequence (4), lid (4), mtu (4), reads (4), answers (4), gid (16),
 *                 ring (8), key of the ring (4), key of the credit (4), credit (8)
 * REFUSE          bytes of the text (4), 0 (4), text
 * ATTACH          region (8), key (8)
 * ATTACHED        region (8), size (8), address (8), key (4), arbiter (4); size 0 if it is not opened
 * ATOMIC          address (8), verb (8), operand (8), replacement (8)
 * RESULT          what was found (8), whether it was carried out (8)
 * </pre>
 */
public final class ControlMessage {
    static final int BYTES = 128;

    public static final int OFFER = 1;
    public static final int ACCEPT = 2;
    public static final int READY = 3;
    public static final int REFUSE = 4;
    public static final int ATTACH = 5;
    public static final int ATTACHED = 6;
    public static final int ATOMIC = 7;
    public static final int RESULT = 8;

    private static final int MAGIC = 0x3152_564D; // "MVR1"; a change of the format changes it.
    private static final int BODY = 8;
    private static final int TEXT = 16;

    private final ByteBuffer bytes;

    private ControlMessage(ByteBuffer bytes) {
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ControlMessage of(int type) {
        ControlMessage message = new ControlMessage(ByteBuffer.allocate(BYTES));
        message.bytes.putInt(0, MAGIC).putInt(4, type);
        return message;
    }

    /** A message that has arrived. */
    static ControlMessage copyOf(ByteBuffer received) {
        return new ControlMessage(ByteBuffer.allocate(BYTES).put(received).clear());
    }

    public static ControlMessage ready() {
        return of(READY);
    }

    public static ControlMessage end(int type, ConnectionEnd end) {
        ControlMessage message = of(type);
        message.bytes
                .position(BODY)
                .putInt(end.queuePair())
                .putInt(end.sequence())
                .putInt(end.lid())
                .putInt(end.mtuCode())
                .putInt(end.reads())
                .putInt(end.answers())
                .put(end.gidBytes())
                .putLong(end.ring())
                .putInt(end.ringKey())
                .putInt(end.creditKey())
                .putLong(end.credit());
        return message;
    }

    public ConnectionEnd end() {
        ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(BODY);
        int queuePair = in.getInt();
        int sequence = in.getInt();
        int lid = in.getInt();
        int mtu = in.getInt();
        int reads = in.getInt();
        int answers = in.getInt();
        byte[] gid = new byte[GidInfo.BYTES];
        in.get(gid);
        long ring = in.getLong();
        int ringKey = in.getInt();
        int creditKey = in.getInt();
        return new ConnectionEnd(
                queuePair,
                sequence,
                lid,
                HexFormat.of().formatHex(gid),
                0,
                mtu,
                reads,
                answers,
                ring,
                ringKey,
                in.getLong(),
                creditKey);
    }

    public static ControlMessage refuse(String text) {
        ControlMessage message = of(REFUSE);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(utf8.length, BYTES - TEXT);
        message.bytes.putInt(BODY, length).put(TEXT, utf8, 0, length);
        return message;
    }

    public String text() {
        byte[] utf8 = new byte[Math.clamp(bytes.getInt(BODY), 0, BYTES - TEXT)];
        bytes.get(TEXT, utf8);
        return new String(utf8, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }

    public static ControlMessage attach(int region, long key) {
        ControlMessage message = of(ATTACH);
        message.bytes.putLong(BODY, region).putLong(BODY + 8, key);
        return message;
    }

    public static ControlMessage attached(
            int region, long size, long address, int key, boolean served) {
        ControlMessage message = of(ATTACHED);
        message.bytes
                .position(BODY)
                .putLong(region)
                .putLong(size)
                .putLong(address)
                .putInt(key)
                .putInt(served ? 1 : 0);
        return message;
    }

    public static ControlMessage atomic(long address, int verb, long operand, long replacement) {
        ControlMessage message = of(ATOMIC);
        message.bytes
                .position(BODY)
                .putLong(address)
                .putLong(verb)
                .putLong(operand)
                .putLong(replacement);
        return message;
    }

    public static ControlMessage result(long found, boolean done) {
        ControlMessage message = of(RESULT);
        message.bytes.putLong(BODY, found).putLong(BODY + 8, done ? 1 : 0);
        return message;
    }

    boolean isGenuine() {
        return bytes.getInt(0) == MAGIC && type() >= OFFER && type() <= RESULT;
    }

    public int type() {
        return bytes.getInt(4);
    }

    /** A word of the body: those of ATTACH, ATTACHED, ATOMIC and RESULT, from 0. */
    public long word(int index) {
        return bytes.getLong(BODY + index * Long.BYTES);
    }

    /** Key of an attached region. */
    public int regionKey() {
        return bytes.getInt(BODY + 3 * Long.BYTES);
    }

    /** Whether the server's processor carries out the atomics of an attached region. */
    public boolean isServed() {
        return bytes.getInt(BODY + 3 * Long.BYTES + Integer.BYTES) != 0;
    }

    /** The bytes to send. */
    ByteBuffer bytes() {
        return bytes.duplicate().clear();
    }
}
