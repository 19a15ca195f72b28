package dev.mangrove.index.latch;

import dev.mangrove.index.page.Hashing;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;

/** Layout of the table of latches in main memory. */
public final class LatchTable {
    private static final long REGION_MASK = 0xFFFFL << 48;
    private static final int SHIFT =
            Long.SIZE - Integer.numberOfTrailingZeros(AddressSpace.LATCHES);

    static {
        if (Integer.bitCount(AddressSpace.LATCHES) != 1) {
            throw new AssertionError("LATCHES must be a power of two: " + AddressSpace.LATCHES);
        }
    }

    private LatchTable() {}

    /** Address of the latch of a page, on the page's server. */
    public static long address(long pointer) {
        return (pointer & REGION_MASK) | offset(pointer);
    }

    /** Offset of the latch of a page in its region. */
    public static long offset(long pointer) {
        return AddressSpace.FIRST_LATCH + (long) number(pointer) * Long.BYTES;
    }

    /** Number of the latch of a page. */
    public static int number(long pointer) {
        return (int)
                (((PagePointer.address(pointer) & ~REGION_MASK) * Hashing.MULTIPLIER) >>> SHIFT);
    }
}
