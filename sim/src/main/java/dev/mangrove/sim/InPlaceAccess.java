package dev.mangrove.sim;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.fabric.memory.AccessWatch;
import dev.mangrove.sim.Interleaving.Stores;
import dev.mangrove.sim.kernel.Kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Memory of a cluster's servers as its threads use it in place. Before any load or store of it the
 * thread may be suspended while others run, or its process may die. Private memory is accessed
 * directly.
 */
final class InPlaceAccess implements AccessWatch {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /**
     * One suspension in so many is long, so that a page stays half changed, or half read, for long.
     * Chosen.
     */
    private static final int LONG_ONE_IN = 16;

    /**
     * One long suspension in so many is so many times longer still: other threads make several
     * changes meanwhile, so that a word may get a new value and its old one again. Chosen.
     */
    private static final int VERY_LONG_ONE_IN = 8;

    private static final int VERY_LONG_FACTOR = 16;

    /**
     * Chosen, with the next two: most suspensions last for a few loads of other threads, some for a
     * whole change of a page.
     */
    private static final int MEDIUM_ONE_IN = 4;

    private static final long MEDIUM = 1_000 * Kernel.NANOSECOND;
    private static final long SHORT = 40 * Kernel.NANOSECOND;

    private final Kernel kernel;
    private final CallingThread caller;
    private final FaultCounts counts;
    private final Interleaving how;
    private final SplittableRandom random;
    private final List<MemorySegment> regions = new ArrayList<>();
    private long start = Long.MAX_VALUE;
    private long end;
    private int untilSwitch = 1;

    InPlaceAccess(
            Kernel kernel,
            CallingThread caller,
            FaultCounts counts,
            Interleaving how,
            SplittableRandom random) {
        this.kernel = kernel;
        this.caller = caller;
        this.counts = counts;
        this.how = how;
        this.random = random;
    }

    /** Watches the memory of a region from now on. */
    void add(MemorySegment region) {
        regions.add(region);
    }

    @Override
    public long load(MemorySegment memory, long offset) {
        SimThread thread = isShared(memory, offset) ? caller.simulated() : null;
        if (thread == null) {
            return memory.get(WORD, offset);
        }
        step(thread);
        StoreBuffer buffer = thread.stores();
        return buffer == null ? memory.get(WORD, offset) : buffer.load(memory, offset);
    }

    @Override
    public void store(MemorySegment memory, long offset, long value) {
        SimThread thread = isShared(memory, offset) ? caller.simulated() : null;
        if (thread == null) {
            memory.set(WORD, offset, value);
            return;
        }
        thread.host().onStore(offset);
        step(thread);
        if (how.stores() == Stores.AT_ONCE) {
            memory.set(WORD, offset, value);
        } else {
            bufferOf(thread).add(memory, offset, value);
        }
    }

    @Override
    public void release(MemorySegment memory, long offset, long value) {
        storeFence();
        store(memory, offset, value);
    }

    @Override
    public void storeFence() {
        SimThread thread = caller.simulated();
        StoreBuffer buffer = thread == null ? null : thread.stores();
        if (buffer != null) {
            buffer.fence();
        }
    }

    @Override
    public void fullFence() {
        SimThread thread = caller.simulated();
        if (thread != null) {
            step(thread); // Other threads may run while some stores are visible and some are not.
            thread.showStores();
            step(thread);
        }
    }

    @Override
    public void monitorFence() {
        SimThread thread = caller.simulated();
        if (thread != null) {
            thread.showStores();
        }
    }

    @Override
    public void heapAccess() {
        SimThread thread = caller.simulated();
        if (thread != null && !thread.holdsMonitor()) {
            maySwitch(thread);
        }
    }

    @Override
    public void holdsMonitor(boolean held) {
        SimThread thread = caller.simulated();
        if (thread != null) {
            thread.showStores();
            thread.holdsMonitor(held);
        }
    }

    private StoreBuffer bufferOf(SimThread thread) {
        StoreBuffer known = thread.stores();
        if (known != null) {
            return known;
        }
        StoreBuffer buffer =
                new StoreBuffer(kernel, counts, random.split(), how.stores() == Stores.IN_ORDER);
        thread.stores(buffer);
        return buffer;
    }

    private void step(SimThread thread) {
        if (thread.holdsMonitor()) {
            return;
        }
        thread.host().onAccess();
        maySwitch(thread);
    }

    private void maySwitch(SimThread thread) {
        if (--untilSwitch <= 0) {
            counts.count(InjectedFault.SUSPENSION_IN_PLACE);
            untilSwitch = 1 + random.nextInt(2 * how.switchOneIn() - 1);
            thread.charge(drawWait());
        }
    }

    private long drawWait() {
        int lot = random.nextInt(LONG_ONE_IN);
        long longest = lot == 0 ? drawLongest() : lot % MEDIUM_ONE_IN == 0 ? MEDIUM : SHORT;
        return 1 + random.nextLong(longest);
    }

    private long drawLongest() {
        long factor = random.nextInt(VERY_LONG_ONE_IN) == 0 ? VERY_LONG_FACTOR : 1;
        return factor * how.longestNanos() * Kernel.NANOSECOND;
    }

    private boolean isShared(MemorySegment memory, long offset) {
        long address = memory.address() + offset;
        if (address >= start && address < end) {
            return true;
        }
        for (MemorySegment bytes : regions) {
            if (address >= bytes.address() && address < bytes.address() + bytes.byteSize()) {
                start = bytes.address();
                end = start + bytes.byteSize();
                return true;
            }
        }
        return false;
    }
}
