package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/**
 * Answer to a HELLO: which server this is.
 *
 * <pre>
 *  0        4       8            16                    24
 * +--------+-------+------------+---------------------+
 * | server | epoch |  instance  | heartbeat interval  |
 * +--------+-------+------------+---------------------+
 * </pre>
 */
public final class HelloAnswer {
    /** Length. */
    public static final int BYTES = 24;

    private static final StructLayout LAYOUT =
            Wire.struct(
                    BYTES,
                    Wire.INT.withName("server"),
                    Wire.INT.withName("epoch"),
                    Wire.LONG.withName("instance"),
                    Wire.LONG.withName("heartbeatNanos"));
    private static final VarHandle SERVER = Wire.field(LAYOUT, "server");
    private static final VarHandle EPOCH = Wire.field(LAYOUT, "epoch");
    private static final VarHandle INSTANCE = Wire.field(LAYOUT, "instance");
    private static final VarHandle HEARTBEAT_NANOS = Wire.field(LAYOUT, "heartbeatNanos");

    private HelloAnswer() {}

    /** Writes the payload. */
    public static void write(
            MemorySegment memory,
            long base,
            int server,
            int epoch,
            long instance,
            long heartbeatNanos) {
        SERVER.set(memory, base, server);
        EPOCH.set(memory, base, epoch);
        INSTANCE.set(memory, base, instance);
        HEARTBEAT_NANOS.set(memory, base, heartbeatNanos);
    }

    /** The server's number in its pool. */
    public static int server(MemorySegment memory, long base) {
        return (int) SERVER.get(memory, base);
    }

    /** State of the list of members, as far as this server knows. */
    public static int epoch(MemorySegment memory, long base) {
        return (int) EPOCH.get(memory, base);
    }

    /** Random number of this run of this server: the same URI may lead to another one later. */
    public static long instance(MemorySegment memory, long base) {
        return (long) INSTANCE.get(memory, base);
    }

    /** Time between two heartbeats. */
    public static long heartbeatNanos(MemorySegment memory, long base) {
        return (long) HEARTBEAT_NANOS.get(memory, base);
    }
}
