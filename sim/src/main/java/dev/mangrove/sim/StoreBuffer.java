package dev.mangrove.sim;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.sim.kernel.Event;
import dev.mangrove.sim.kernel.Kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * The stores in place of a simulated thread that other threads do not see yet, oldest first. Each
 * store belongs to an epoch, and becomes visible after all stores of earlier epochs. A fence begins
 * an epoch, a release store is the first of one; where stores keep their order, each is.
 */
final class StoreBuffer extends Event {
    private static final OfLong WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Entries of the buffer. Chosen: about as many as processors have (Intel Skylake: 56). */
    private static final int CAPACITY = 48;

    /**
     * Longest time that a store stays buffered. Chosen: a few operations in place. A processor
     * drains stores sooner, but an interrupted thread may also be delayed for long.
     */
    private static final long LONGEST_HELD = 10_000 * Kernel.NANOSECOND;

    /**
     * Longest time of half of the stores. Chosen: about a suspension of its thread, so that some
     * stores of a change become visible before the thread comes to its next fence.
     */
    private static final long LONGEST_HELD_SHORTLY = 500 * Kernel.NANOSECOND;

    private final Kernel kernel;
    private final FaultCounts counts;
    private final SplittableRandom random;
    private final boolean inOrder;
    private final MemorySegment[] memories = new MemorySegment[CAPACITY];
    private final long[] offsets = new long[CAPACITY];
    private final long[] addresses = new long[CAPACITY];
    private final long[] values = new long[CAPACITY];
    private final long[] epochs = new long[CAPACITY];
    private long epoch;
    private int size;
    private boolean planned;

    StoreBuffer(Kernel kernel, FaultCounts counts, SplittableRandom random, boolean inOrder) {
        this.kernel = kernel;
        this.counts = counts;
        this.random = random;
        this.inOrder = inOrder;
    }

    /** Orders later stores after all buffered ones. */
    void fence() {
        epoch++;
    }

    void add(MemorySegment memory, long offset, long value) {
        if (size == CAPACITY) {
            show(0);
        }
        if (inOrder) {
            epoch++;
        }
        memories[size] = memory;
        offsets[size] = offset;
        addresses[size] = memory.address() + offset;
        values[size] = value;
        epochs[size++] = epoch;
        plan();
    }

    /** A word as its own thread sees it. */
    long load(MemorySegment memory, long offset) {
        if (size > 0) {
            long address = memory.address() + offset;
            for (int i = size - 1; i >= 0; i--) {
                if (addresses[i] == address) {
                    return values[i];
                }
            }
        }
        return memory.get(WORD, offset);
    }

    /** Makes all buffered stores visible. */
    void flush() {
        for (int i = 0; i < size; i++) {
            memories[i].set(WORD, offsets[i], values[i]);
        }
        size = 0;
    }

    @Override
    protected void fire(int argument) {
        planned = false;
        if (size > 0) {
            for (int left = 1 + random.nextInt(size); left > 0; left--) {
                int chosen = choose();
                counts.count(InjectedFault.DELAYED_STORE);
                if (chosen > 0) {
                    counts.count(InjectedFault.REORDERED_STORE);
                }
                show(chosen);
            }
        }
        if (size > 0) {
            plan();
        }
    }

    private void plan() {
        if (!planned) {
            planned = true;
            long longest = random.nextBoolean() ? LONGEST_HELD : LONGEST_HELD_SHORTLY;
            kernel.schedule(kernel.now() + 1 + random.nextLong(longest), this, 0);
        }
    }

    /** One of the oldest epoch; of several to one word the oldest. */
    private int choose() {
        int end = 1;
        while (end < size && epochs[end] == epochs[0]) {
            end++;
        }
        int chosen = random.nextInt(end);
        for (int i = 0; i < chosen; i++) {
            if (addresses[i] == addresses[chosen]) {
                return i;
            }
        }
        return chosen;
    }

    private void show(int index) {
        memories[index].set(WORD, offsets[index], values[index]);
        int after = --size - index;
        System.arraycopy(memories, index + 1, memories, index, after);
        System.arraycopy(offsets, index + 1, offsets, index, after);
        System.arraycopy(addresses, index + 1, addresses, index, after);
        System.arraycopy(values, index + 1, values, index, after);
        System.arraycopy(epochs, index + 1, epochs, index, after);
    }
}
