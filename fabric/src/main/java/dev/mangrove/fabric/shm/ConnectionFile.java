package dev.mangrove.fabric.shm;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The file of one connection. The client makes it and holds its lock while it lives; the server
 * maps it when it accepts and removes its name, so that nothing is left when both die.
 *
 * <pre>
 *     0  magic, format, boot id of the server, number, state
 *   128  bell of the client
 *  4096  ring from client to server
 *   ...  ring from server to client
 * </pre>
 */
record ConnectionFile(MemorySegment memory) {
    static final long OFFERED = 1;
    static final long ACCEPTED = 2;
    static final long CLOSED_BY_CLIENT = 3;
    static final long CLOSED_BY_SERVER = 4;

    /** Version 1 of the layout. */
    private static final long FORMAT_INITIAL = 1;

    private static final long MAGIC = 0x3130_4E4E_4345_474DL; // "MGECNN01"
    private static final OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final StructLayout LAYOUT =
            structLayout(
                    WORD.withName("magic"),
                    WORD.withName("format"),
                    WORD.withName("bootId"),
                    WORD.withName("number"),
                    WORD.withName("state"),
                    WORD.withName("process"),
                    paddingLayout(128 - 6 * Long.BYTES),
                    paddingLayout(Bell.BYTES).withName("bell"),
                    paddingLayout(4096 - 256),
                    paddingLayout(ShmRing.BYTES).withName("toServer"),
                    paddingLayout(ShmRing.BYTES).withName("toClient"));
    static final long BYTES = LAYOUT.byteSize();

    private static final VarHandle MAGIC_WORD = field("magic");
    private static final VarHandle FORMAT = field("format");
    private static final VarHandle BOOT_ID = field("bootId");
    private static final VarHandle NUMBER = field("number");
    private static final VarHandle STATE = field("state");
    private static final VarHandle PROCESS = field("process");

    static {
        if (BYTES != 4096 + 2 * ShmRing.BYTES) {
            throw new AssertionError(LAYOUT);
        }
    }

    private static VarHandle field(String name) {
        return LAYOUT.varHandle(groupElement(name)).withInvokeExactBehavior();
    }

    /** Name of the file of a connection. */
    static String name(long number) {
        return "connection-" + Long.toHexString(number);
    }

    /** Fills a new file; the magic comes last. */
    void initialize(long bootId, long number, long process) {
        FORMAT.set(memory, 0L, FORMAT_INITIAL);
        BOOT_ID.set(memory, 0L, bootId);
        NUMBER.set(memory, 0L, number);
        STATE.set(memory, 0L, OFFERED);
        PROCESS.set(memory, 0L, process);
        MAGIC_WORD.setRelease(memory, 0L, MAGIC);
    }

    boolean isOffer(long bootId, long number) {
        return (long) MAGIC_WORD.getAcquire(memory, 0L) == MAGIC
                && (long) FORMAT.get(memory, 0L) == FORMAT_INITIAL
                && (long) BOOT_ID.get(memory, 0L) == bootId
                && (long) NUMBER.get(memory, 0L) == number;
    }

    /** Process id of the client, for messages. */
    long process() {
        return (long) PROCESS.get(memory, 0L);
    }

    long stateAcquire() {
        return (long) STATE.getAcquire(memory, 0L);
    }

    void stateRelease(long state) {
        STATE.setRelease(memory, 0L, state);
    }

    Bell bell() {
        return new Bell(memory, LAYOUT.byteOffset(groupElement("bell")));
    }

    ShmRing toServer() {
        return new ShmRing(memory, LAYOUT.byteOffset(groupElement("toServer")));
    }

    ShmRing toClient() {
        return new ShmRing(memory, LAYOUT.byteOffset(groupElement("toClient")));
    }
}
