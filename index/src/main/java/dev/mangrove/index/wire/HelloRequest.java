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
 * | role  | session  |   client id   |
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
                    Wire.INT.withName("session"),
                    Wire.LONG.withName("client"));
    private static final VarHandle ROLE = Wire.field(LAYOUT, "role");
    private static final VarHandle SESSION = Wire.field(LAYOUT, "session");
    private static final VarHandle CLIENT = Wire.field(LAYOUT, "client");

    private HelloRequest() {}

    /** Writes the payload. */
    public static void write(MemorySegment memory, long base, Role role, int session, long client) {
        ROLE.set(memory, base, role.code());
        SESSION.set(memory, base, session);
        CLIENT.set(memory, base, client);
    }

    /** What the connection is for. */
    public static Role role(MemorySegment memory, long base) {
        return Role.of((int) ROLE.get(memory, base));
    }

    /** Which session of the client: the same number on all its connections, 0 for none. */
    public static int session(MemorySegment memory, long base) {
        return (int) SESSION.get(memory, base);
    }

    /** Id of the client, the same on all its connections; 0 for a connection of no client. */
    public static long client(MemorySegment memory, long base) {
        return (long) CLIENT.get(memory, base);
    }
}
