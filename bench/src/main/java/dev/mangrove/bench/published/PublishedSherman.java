package dev.mangrove.bench.published;

import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.LineStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;

/**
 * Sherman, section 4.3. A reader compares four bits of the version at both ends of a page. That
 * does not detect a torn copy if the card reads the lines in another order. Where a READ may tear
 * an entry, the reader compares four bits of the entry's version before and after the entry, too.
 * The latch of a dead client stays taken.
 *
 * <p>Different from the paper: the version of a page is this project's count of splits; the three
 * entries of a line share a version, which is read by READs of their own; a new value of an entry
 * is one store of a word and leaves the version as it is.
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
            MemorySegment copies, long pointer, int pageSize, boolean wholeLines) {
        long header = Page.plain(copies, 0);
        if (HeaderStamp.generation(header) != PagePointer.generation(pointer)) {
            return true; // The pointer is stale, and the reader detects that.
        }
        long last = Page.plain(copies, pageSize - Page.LINE);
        boolean equal = (HeaderStamp.splits(header) - LineStamp.splits(last) & VERSION_BITS) == 0;
        return equal && (wholeLines || hasEqualEntries(copies, pageSize));
    }

    /** Compares the versions of entries in the first and the last of three copies. */
    private static boolean hasEqualEntries(MemorySegment copies, int pageSize) {
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
            long before = LineStamp.version(Page.plain(copies, line));
            long after = LineStamp.version(Page.plain(copies, 2L * pageSize + line));
            if ((before - after & VERSION_BITS) != 0) {
                return false;
            }
        }
        return true;
    }
}
