package dev.mangrove.server.state;

import dev.mangrove.index.bytes.spread.SpreadPointer;
import dev.mangrove.index.page.Hashing;
import dev.mangrove.index.page.bytes.ExtentPointer;

import java.util.function.IntPredicate;
import java.util.function.LongConsumer;

/**
 * The extents that are allocated, by their place: a hash table with linear probing. Each is granted
 * to a client, or published; and it may be marked by a search for extents that are lost.
 */
final class GrantedExtents {
    /** Holder of an extent that is published. */
    static final int NOBODY = 0;

    /** Holder of an extent that a thread of the server is about to put into a page. */
    static final int SERVER = Integer.MAX_VALUE;

    private static final int FIRST_SLOTS = 64;
    private static final int MARK = 1 << 31;

    private long[] extents = new long[FIRST_SLOTS];
    private int[] holders = new int[FIRST_SLOTS];
    private int size;

    int size() {
        return size;
    }

    /** Adds an extent, as the allocator names it, that is granted to a holder. */
    void add(long extent, int holder) {
        if (2 * (size + 1) > extents.length) {
            grow();
        }
        int slot = slotOf(ExtentPointer.offset(extent));
        assert extents[slot] == ExtentPointer.NULL : "an extent is allocated twice";
        extents[slot] = extent;
        holders[slot] = holder;
        size++;
    }

    /** The extent of a pointer as the allocator names it; null if there is none. */
    long extent(int server, long pointer) {
        long extent = extents[slotOf(SpreadPointer.offset(pointer))];
        boolean there =
                extent != ExtentPointer.NULL && isUseOf(SpreadPointer.of(server, extent), pointer);
        return there ? extent : ExtentPointer.NULL;
    }

    private static boolean isUseOf(long allocated, long pointer) {
        return allocated == pointer;
    }

    /** Whether an extent that is there is granted to a holder. */
    boolean isHeldBy(long extent, int holder) {
        return (holders[slotOf(ExtentPointer.offset(extent))] & ~MARK) == holder;
    }

    /** Takes the mark from an extent that is there; it is published, if it had one. */
    void unmark(long extent) {
        int slot = slotOf(ExtentPointer.offset(extent));
        if (holders[slot] < 0) {
            holders[slot] = NOBODY; // A client that is gone may have had it.
        }
    }

    /** An extent that is there is published, or is granted. */
    void hold(long extent, int holder) {
        int slot = slotOf(ExtentPointer.offset(extent));
        holders[slot] = (holders[slot] & MARK) | holder;
    }

    /** Marks all extents that are published, or granted to certain holders; no others. */
    void markAll(IntPredicate gone) {
        for (int slot = 0; slot < extents.length; slot++) {
            int holder = holders[slot] & ~MARK;
            boolean marked = holder == NOBODY || gone.test(holder);
            holders[slot] = marked ? holder | MARK : holder;
        }
    }

    /** Names all extents that are marked. */
    void marked(LongConsumer into) {
        long[] all = extents.clone();
        int[] marks = holders.clone();
        for (int slot = 0; slot < all.length; slot++) {
            if (all[slot] != ExtentPointer.NULL && marks[slot] < 0) {
                into.accept(all[slot]);
            }
        }
    }

    /** Removes an extent that is there; moves those behind it that would not be found any more. */
    void remove(long extent) {
        int mask = extents.length - 1;
        int hole = slotOf(ExtentPointer.offset(extent));
        for (int slot = (hole + 1) & mask;
                extents[slot] != ExtentPointer.NULL;
                slot = (slot + 1) & mask) {
            int first = hash(ExtentPointer.offset(extents[slot]), mask);
            if (((slot - first) & mask) >= ((slot - hole) & mask)) {
                extents[hole] = extents[slot];
                holders[hole] = holders[slot];
                hole = slot;
            }
        }
        extents[hole] = ExtentPointer.NULL;
        holders[hole] = NOBODY;
        size--;
    }

    /** The slot of the extent at an offset, or the free one where it would be. */
    private int slotOf(long offset) {
        int mask = extents.length - 1;
        int slot = hash(offset, mask);
        // Ends: half of the slots are free.
        while (extents[slot] != ExtentPointer.NULL
                && ExtentPointer.offset(extents[slot]) != offset) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static int hash(long offset, int mask) {
        return (int) ((offset * Hashing.MULTIPLIER) >>> Integer.SIZE) & mask;
    }

    private void grow() {
        long[] before = extents;
        int[] heldBefore = holders;
        extents = new long[Math.multiplyExact(2, before.length)];
        holders = new int[extents.length];
        for (int i = 0; i < before.length; i++) {
            if (before[i] != ExtentPointer.NULL) {
                int slot = slotOf(ExtentPointer.offset(before[i]));
                extents[slot] = before[i];
                holders[slot] = heldBefore[i];
            }
        }
    }
}
