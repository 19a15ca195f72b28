package dev.mangrove.check.bytes;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.fabric.memory.AccessWatch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Two copies of a memory. A writer changes one of them, and its stores are recorded. While a reader
 * uses the other, they become visible there, some before each of its loads, in an order that the
 * writer's fences allow.
 */
final class RecordedStores implements AccessWatch {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Chosen: most reads are paused once, for any number of stores. */
    private static final int PAUSE_ONE_IN = 64;

    private final MemorySegment written;
    private final MemorySegment read;
    private final SplittableRandom lots;
    private final List<Store> hidden = new ArrayList<>();
    private long epoch;
    private int pace = 1;

    /** A store that the reader does not see yet; those of an epoch are in no order. */
    private record Store(long offset, long value, long epoch) {}

    RecordedStores(MemorySegment written, MemorySegment read, SplittableRandom lots) {
        this.written = written;
        this.read = read;
        this.lots = lots;
    }

    /** Begins to read: before a load, a store becomes visible once in so many times. */
    void begin(int oneIn) {
        pace = oneIn;
    }

    /** Makes all stores visible. */
    void showAll() {
        while (!hidden.isEmpty()) {
            show();
        }
    }

    /** Records a release store that was made without a watch. */
    void recordRelease(long offset, long value) {
        storeFence();
        hidden.add(new Store(offset, value, epoch));
    }

    @Override
    public long load(MemorySegment memory, long offset) {
        if (memory.address() == read.address()) {
            int some = lots.nextInt(PAUSE_ONE_IN) == 0 ? lots.nextInt(hidden.size() + 1) : 0;
            while (some-- > 0 || (!hidden.isEmpty() && lots.nextInt(pace) == 0)) {
                show();
            }
        }
        return memory.get(WORD, offset);
    }

    @Override
    public void store(MemorySegment memory, long offset, long value) {
        memory.set(WORD, offset, value);
        if (memory.address() == written.address()) {
            hidden.add(new Store(offset, value, epoch));
        }
    }

    @Override
    public void release(MemorySegment memory, long offset, long value) {
        storeFence();
        store(memory, offset, value);
    }

    @Override
    public void storeFence() {
        epoch++;
    }

    @Override
    public void fullFence() {
        epoch++;
    }

    @Override
    public void swapped(MemorySegment memory, long offset, long value) {
        if (memory.address() == written.address()) {
            hidden.add(new Store(offset, value, epoch));
            epoch++;
        }
    }

    @Override
    public void monitorFence() {
        epoch++;
    }

    @Override
    public void heapAccess() {}

    @Override
    public void holdsMonitor(boolean held) {
        epoch++;
    }

    /** One of the oldest epoch; of several to one word the oldest. */
    private void show() {
        int end = 1;
        while (end < hidden.size() && hidden.get(end).epoch == hidden.getFirst().epoch) {
            end++;
        }
        int chosen = lots.nextInt(end);
        for (int i = 0; i < chosen; i++) {
            if (hidden.get(i).offset == hidden.get(chosen).offset) {
                chosen = i;
            }
        }
        Store store = hidden.remove(chosen);
        read.set(WORD, store.offset, store.value);
    }
}
