package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.verbs.device.Device;
import dev.mangrove.fabric.verbs.device.Registration;
import dev.mangrove.fabric.verbs.ring.RingWindow;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Registered memory of one endpoint, in slabs, because registration is expensive and devices
 * support few registrations. Only the rings of closed channels are reused before the endpoint
 * closes.
 */
final class LocalMemory implements AutoCloseable {
    private static final long LINE = 64;

    /**
     * Slabs double from this size up to the largest. Chosen: keeps the number of registrations
     * small.
     */
    private static final long SMALLEST_SLAB = 512 << 10;

    private static final long LARGEST_SLAB = 16 << 20;

    private final Device device;
    private final Deque<MemorySegment> rings = new ArrayDeque<>();
    private final List<Registration> slabs = new ArrayList<>();
    private @Nullable Registration latest;
    private @Nullable Registration current;
    private long used;
    private long nextSlab = SMALLEST_SLAB;

    LocalMemory(Device device) {
        this.device = device;
    }

    /** Zeroed memory, aligned to a line. */
    MemorySegment allocate(long bytes) {
        long rounded = Math.max(LINE, bytes + LINE - 1 & -LINE);
        Registration slab = current;
        if (slab == null || slab.bytes() - used < rounded) {
            if (rounded > nextSlab / 2) {
                return register(rounded).memory().asSlice(0, bytes);
            }
            slab = register(nextSlab);
            current = slab;
            used = 0;
            nextSlab = Math.min(2 * nextSlab, LARGEST_SLAB);
        }
        MemorySegment memory = slab.memory().asSlice(used, bytes);
        used += rounded;
        return memory;
    }

    /** Memory for the messages of one channel. */
    MemorySegment takeRing() {
        MemorySegment ring = rings.poll();
        return ring == null ? allocate(RingWindow.BYTES) : ring;
    }

    void giveRing(MemorySegment ring) {
        rings.add(ring);
    }

    private Registration register(long bytes) {
        // Garbage-collected: a thread that still reads it when the endpoint closes must not fault.
        Registration slab = device.register(Arena.ofAuto().allocate(bytes, LINE));
        slabs.add(slab);
        return slab;
    }

    /** The registration of memory that this object allocated; null for other memory. */
    @Nullable Registration find(long address, long length) {
        Registration likely = latest;
        if (likely != null && contains(likely, address, length)) {
            return likely;
        }
        for (int i = 0; i < slabs.size(); i++) {
            Registration slab = slabs.get(i);
            if (contains(slab, address, length)) {
                latest = slab;
                return slab;
            }
        }
        return null;
    }

    private static boolean contains(Registration slab, long address, long length) {
        long offset = address - slab.address();
        return offset >= 0 && offset <= slab.bytes() - length;
    }

    @Override
    public void close() {
        slabs.forEach(Registration::close);
        slabs.clear();
        latest = null;
        current = null;
    }
}
