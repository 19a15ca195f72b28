package dev.mangrove.index.btree.verify;

import dev.mangrove.index.page.Hashing;
import dev.mangrove.index.page.PagePointer;

/** A set of pointers to pages: a hash table with linear probing, 16 to 32 bytes for each. */
final class PointerSet {
    private static final int SMALLEST = 64;

    private long[] slots = new long[SMALLEST];
    private int size;

    /** Adds a pointer, which is not NULL; whether it is new. */
    boolean add(long pointer) {
        if (2 * size >= slots.length) {
            grow();
        }
        if (!put(pointer)) {
            return false;
        }
        size++;
        return true;
    }

    private boolean put(long pointer) {
        int mask = slots.length - 1;
        int at = (int) ((pointer * Hashing.MULTIPLIER) >>> 32) & mask;
        while (slots[at] != PagePointer.NULL) {
            if (slots[at] == pointer) {
                return false;
            }
            at = (at + 1) & mask;
        }
        slots[at] = pointer;
        return true;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[Math.multiplyExact(2, old.length)];
        for (long pointer : old) {
            if (pointer != PagePointer.NULL) {
                boolean _ = put(pointer);
            }
        }
    }
}
