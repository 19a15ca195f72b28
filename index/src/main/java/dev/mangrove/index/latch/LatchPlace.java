package dev.mangrove.index.latch;

import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;

/** Where latches are that are whole words. All clients of an index agree on one place. */
@FunctionalInterface
public interface LatchPlace {
    /** Address of the latch of a page, on the page's server; pages may share one. */
    long latchOf(long pointer);

    /** A table at the start of the server's main memory. */
    static LatchPlace inMemory() {
        return LatchTable::address;
    }

    /** A word of the page itself, which is left alone when the page is used again. */
    static LatchPlace inPage(int offset) {
        return pointer -> PagePointer.address(pointer) + offset;
    }

    /** A table on the server's network card, of as many words as the region has. */
    static LatchPlace onCard(RegionHandle table) {
        int words = Math.toIntExact(table.size() / Long.BYTES);
        if (Integer.bitCount(words) != 1 || words > AddressSpace.LATCHES) {
            throw new IllegalArgumentException("latches: words=" + words);
        }
        int shift = Integer.numberOfTrailingZeros(AddressSpace.LATCHES / words);
        return pointer -> table.address((long) (LatchTable.number(pointer) >>> shift) * Long.BYTES);
    }
}
