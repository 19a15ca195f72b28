package dev.mangrove.sim.hardware;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/** Reusable buffers for data in flight, in sizes of powers of two. */
public final class BufferPool {
    private static final int LEAST_BITS = 6;

    private final Arena arena;
    private final ArrayDeque<MemorySegment>[] free;

    @SuppressWarnings({"unchecked", "rawtypes"})
    public BufferPool(Arena arena) {
        this.arena = arena;
        free = new ArrayDeque[Integer.SIZE];
        for (int i = 0; i < free.length; i++) {
            free[i] = new ArrayDeque<>();
        }
    }

    /** A piece of at least so many bytes. */
    public MemorySegment take(int bytes) {
        int bits = bits(Math.max(bytes, 1));
        MemorySegment buffer = free[bits].poll();
        return buffer != null ? buffer : arena.allocate(1L << bits, Long.BYTES);
    }

    public void give(MemorySegment buffer) {
        free[bits((int) buffer.byteSize())].push(buffer);
    }

    private static int bits(int bytes) {
        return Math.max(LEAST_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(bytes - 1));
    }
}
