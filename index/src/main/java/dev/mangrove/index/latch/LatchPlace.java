package dev.mangrove.index.latch;

import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;

/** Where latches of a whole word lie. All clients of an index use the same place. */
@FunctionalInterface
public interface LatchPlace {
    /** Address of the latch of a page, on the page's server; pages may share one. */
    long latchOf(long pointer);

    /** A table at the start of the server's main memory. */
    static LatchPlace inMemory() {
        return LatchTable::address;
    }

    /** A word of the page itself, which keeps its value when the page is reused. */
    static LatchPlace inPage(int offset) {
        return pointer -> PagePointer.address(pointer) + offset;
    }

    /** A table on the server's network card, with as many words as the region holds. */
    static LatchPlace onCard(RegionHandle table) {
        int words = Math.toIntExact(table.size() / Long.BYTES);
        if (Integer.bitCount(words) != 1 || words > AddressSpace.LATCHES) {
            throw new IllegalArgumentException("table must hold at least one word: words=" + words);
        }
        int shift = Integer.numberOfTrailingZeros(AddressSpace.LATCHES / words);
        return pointer -> table.address((long) (LatchTable.number(pointer) >>> shift) * Long.BYTES);
    }
}
