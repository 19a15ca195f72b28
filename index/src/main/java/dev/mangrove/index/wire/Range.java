package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/**
 * A stretch of remote memory.
 *
 * <pre>
 *  0          8         16
 * +----------+---------+
 * | address  | length  |
 * +----------+---------+
 * </pre>
 */
public final class Range {
    /** Length. */
    public static final int BYTES = 16;

    private static final StructLayout LAYOUT =
            Wire.struct(BYTES, Wire.LONG.withName("address"), Wire.LONG.withName("length"));
    private static final VarHandle ADDRESS = Wire.field(LAYOUT, "address");
    private static final VarHandle LENGTH = Wire.field(LAYOUT, "length");

    private Range() {}

    /** Writes the payload. */
    public static void write(MemorySegment memory, long base, long address, long length) {
        ADDRESS.set(memory, base, address);
        LENGTH.set(memory, base, length);
    }

    /** Where it starts. */
    public static long address(MemorySegment memory, long base) {
        return (long) ADDRESS.get(memory, base);
    }

    /** How many bytes. */
    public static long length(MemorySegment memory, long base) {
        return (long) LENGTH.get(memory, base);
    }
}
