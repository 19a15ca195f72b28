package dev.mangrove.sim.kernel;

import java.util.Arrays;

/**
 * Slots of the near future in buckets of equal time, in no order within a bucket. A bucket is known
 * by its number, counted from time 0; the wheel holds those less than {@link #BUCKETS} ahead of the
 * one that was emptied last.
 */
final class EventWheel {
    /** Chosen: covers 67 us, beyond most delays of cards and links; later events wait in a heap. */
    static final int BUCKETS = 4096;

    /** Picoseconds of a bucket, as a power of two: some 16 ns, in which few events fall. */
    private static final int WIDTH_BITS = 14;

    private static final int MASK = BUCKETS - 1;

    private final EventSlots slots;
    private final int[] heads = new int[BUCKETS];

    /** A bit for each bucket that holds something. */
    private final long[] filled = new long[BUCKETS / Long.SIZE];

    private int size;

    EventWheel(EventSlots slots) {
        this.slots = slots;
        Arrays.fill(heads, EventSlots.NONE);
    }

    /** Number of the bucket of a time. */
    static long bucket(long time) {
        return time >> WIDTH_BITS;
    }

    void add(long bucket, int slot) {
        int i = (int) bucket & MASK;
        slots.link(slot, heads[i]);
        heads[i] = slot;
        filled[i >> 6] |= 1L << i;
        size++;
    }

    /** The first bucket behind the given one that holds something, or {@link Long#MAX_VALUE}. */
    long nextAfter(long bucket) {
        if (size == 0) {
            return Long.MAX_VALUE;
        }
        long from = bucket + 1;
        int i = (int) from & MASK;
        int word = i >> 6;
        long bits = filled[word] >>> i;
        if (bits != 0) {
            return from + Long.numberOfTrailingZeros(bits);
        }
        int ahead = Long.SIZE - (i & (Long.SIZE - 1));
        while (true) {
            word = (word + 1) & (filled.length - 1);
            if (filled[word] != 0) {
                return from + ahead + Long.numberOfTrailingZeros(filled[word]);
            }
            ahead += Long.SIZE;
        }
    }

    /** Moves what a bucket holds into a heap. */
    void empty(long bucket, SlotHeap into) {
        int i = (int) bucket & MASK;
        int slot = heads[i];
        heads[i] = EventSlots.NONE;
        filled[i >> 6] &= ~(1L << i);
        while (slot != EventSlots.NONE) {
            into.add(slot);
            size--;
            slot = slots.link(slot);
        }
    }
}
