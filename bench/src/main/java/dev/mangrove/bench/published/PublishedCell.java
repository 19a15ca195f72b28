package dev.mangrove.bench.published;

import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.LineStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;

/**
 * Cell, section 2.3. A client that reads a node by a READ compares the versions at its front and at
 * its rear. That does not detect a torn copy if the card reads the lines in another order.
 *
 * <p>Different from the paper: the version of a page is this project's count of splits, which other
 * changes leave as it is; right links lead to a page of the same level.
 */
public final class PublishedCell implements ViewProtocol {
    /** Bits of the count that the rear of a page repeats. */
    private static final int VERSION_BITS = 0xF;

    /** The protocol; it has no state. */
    public PublishedCell() {}

    @Override
    public CopyCheck copyCheck() {
        return PublishedCell::hasEqualEnds;
    }

    private static boolean hasEqualEnds(
            MemorySegment copy, long pointer, int pageSize, int tornLines) {
        long header = Page.plain(copy, 0);
        if (HeaderStamp.generation(header) != PagePointer.generation(pointer)) {
            return true; // The pointer is stale, and the reader detects that.
        }
        long last = Page.plain(copy, pageSize - Page.LINE);
        return (HeaderStamp.splits(header) - LineStamp.splits(last) & VERSION_BITS) == 0;
    }
}
