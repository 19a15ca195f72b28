package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/**
 * Payload of a HELLO.
 *
 * <pre>
 *  0       4          8               16
 * +-------+----------+---------------+
 * | role  | reserved |   client id   |
 * +-------+----------+---------------+
 * </pre>
 */
public final class HelloRequest {
    /** Length. */
    public static final int BYTES = 16;

    private static final StructLayout LAYOUT =
            Wire.struct(
                    BYTES,
                    Wire.INT.withName("role"),
                    Wire.INT.withName("reserved"),
                    Wire.LONG.withName("client"));
    private static final VarHandle ROLE = Wire.field(LAYOUT, "role");
    private static final VarHandle RESERVED = Wire.field(LAYOUT, "reserved");
    private static final VarHandle CLIENT = Wire.field(LAYOUT, "client");

    private HelloRequest() {}

    /** Writes the payload. */
    public static void write(MemorySegment memory, long base, Role role, long client) {
        ROLE.set(memory, base, role.code());
        RESERVED.set(memory, base, 0);
        CLIENT.set(memory, base, client);
    }

    /** What the connection is for. */
    public static Role role(MemorySegment memory, long base) {
        return Role.of((int) ROLE.get(memory, base));
    }

    /** Who connects: the same number on all connections of a client, 0 for nobody. */
    public static long client(MemorySegment memory, long base) {
        return (long) CLIENT.get(memory, base);
    }
}
