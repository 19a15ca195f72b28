package dev.mangrove.bench.published;

import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.LineStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;

/**
 * Sherman, section 4.4. A reader compares four bits of the version at both ends of a page. The
 * paper has observed that cards read in the order of addresses (section 3.2); a torn copy is not
 * detected if a card reads the lines in another order. Where a READ may tear an entry, the reader
 * compares the entry's version before and after the entry, too. The paper does not say what becomes
 * of the latch of a dead client; here it stays taken.
 *
 * <p>Different from the paper: the version of a page is this project's count of splits; the three
 * entries of a line share a version, the guard of the line's gather, of which the reader compares
 * all bits; a new value of an entry is one store of a word and leaves the version as it is; inner
 * pages are unsorted; a READ that took longer than 8 µs is not repeated, by which the paper
 * excludes versions that have wrapped around.
 */
public final class PublishedSherman implements ViewProtocol {
    private static final int VERSION_BITS = 0xF;

    /** The protocol; it has no state. */
    public PublishedSherman() {}

    @Override
    public CopyCheck copyCheck() {
        return PublishedSherman::hasEqualEnds;
    }

    @Override
    public boolean takesOverLatches() {
        return false;
    }

    private static boolean hasEqualEnds(
            MemorySegment copy, long pointer, int pageSize, int tornLines) {
        long header = Page.plain(copy, 0);
        if (HeaderStamp.generation(header) != PagePointer.generation(pointer)) {
            return true; // The pointer is stale, and the reader detects that.
        }
        long last = Page.plain(copy, pageSize - Page.LINE);
        boolean equal = (HeaderStamp.splits(header) - LineStamp.splits(last) & VERSION_BITS) == 0;
        return equal && tornLines == 0;
    }
}
