package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/**
 * Payload of POOL_CHANGED (the new epoch) and INDEX_DROPPED (the index id).
 *
 * <pre>
 *  0        8
 * +--------+
 * | value  |
 * +--------+
 * </pre>
 */
public final class Notice {
    /** Length. */
    public static final int BYTES = 8;

    private static final StructLayout LAYOUT = Wire.struct(BYTES, Wire.LONG.withName("value"));
    private static final VarHandle VALUE = Wire.field(LAYOUT, "value");

    private Notice() {}

    /** Writes the payload. */
    public static void write(MemorySegment memory, long base, long value) {
        VALUE.set(memory, base, value);
    }

    /** What the notice is about. */
    public static long value(MemorySegment memory, long base) {
        return (long) VALUE.get(memory, base);
    }
}
