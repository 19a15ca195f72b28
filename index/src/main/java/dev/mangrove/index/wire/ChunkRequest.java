package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/**
 * Payload of ALLOCATE_CHUNK: the owner of the chunk.
 *
 * <pre>
 *  0           8
 * +-----------+
 * | index id  |    0: the asking client
 * +-----------+
 * </pre>
 */
public final class ChunkRequest {
    /** Length. */
    public static final int BYTES = 8;

    private static final StructLayout LAYOUT = Wire.struct(BYTES, Wire.LONG.withName("index"));
    private static final VarHandle INDEX = Wire.field(LAYOUT, "index");

    private ChunkRequest() {}

    /** Writes the payload. */
    public static void write(MemorySegment memory, long base, long index) {
        INDEX.set(memory, base, index);
    }

    /** The index that shall own the chunk; 0 for the client. */
    public static long index(MemorySegment memory, long base) {
        return (long) INDEX.get(memory, base);
    }
}
