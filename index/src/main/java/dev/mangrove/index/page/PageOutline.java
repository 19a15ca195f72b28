package dev.mangrove.index.page;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.fabric.transfer.RowMask;

import java.lang.foreign.MemorySegment;

/**
 * What a count needs of a leaf: its bounds, and how many of its slots are taken. The keys are not
 * read.
 *
 * <pre>
 * 1. read the stamps of all lines, that of the header included
 * 2. read the rest of the header
 * 3. read the stamps again
 * </pre>
 *
 * No stamp ever has a value for the second time. If none differs in step 3, all of them held at one
 * moment, between steps 1 and 3, and step 2 has read the bounds that the header's stamp selects. If
 * moreover all lines are up to date with the header, no entry is out of bounds, so the number of
 * taken slots at that moment is the number of keys.
 */
public final class PageOutline {
    private final int tag;
    private final long[] stamps;
    private long low;
    private long high;
    private boolean bounded;
    private int count;
    private boolean leaf;
    private boolean exact;

    /** Creates an outline for leaves of an index, by page size and tag. */
    public PageOutline(int pageSize, int tag) {
        this.tag = tag;
        this.stamps = new long[pageSize / Page.LINE];
    }

    /** What steps 1 and 3 read of a page. */
    public static RowMask stampsOf(int pageSize) {
        RowMask mask = new RowMask(pageSize);
        for (int line = 0; line < pageSize; line += Page.LINE) {
            mask.run(line, Long.BYTES);
        }
        return mask;
    }

    /** What step 2 reads of a page. */
    public static RowMask boundsOf(int pageSize) {
        return new RowMask(pageSize).run(Long.BYTES, Page.LINE - Long.BYTES);
    }

    /** Reads a page in place, which other threads may change meanwhile. */
    public void inPlace(MemorySegment memory, long base, long pointer) {
        readStamps(memory, base, Page.LINE);
        readBounds(memory, base);
        SharedWords.acquireFence();
        exact = isUnchanged(memory, base, Page.LINE) && isExact(pointer);
    }

    /**
     * Takes what gathers have read of a page.
     *
     * @param before offset of the stamps of step 1
     * @param header offset of what step 2 has read
     * @param after offset of the stamps of step 3
     */
    public void copied(MemorySegment copy, long before, long header, long after, long pointer) {
        readStamps(copy, before, Long.BYTES);
        readBounds(copy, header - Long.BYTES);
        exact = isUnchanged(copy, after, Long.BYTES) && isExact(pointer);
    }

    private void readStamps(MemorySegment memory, long at, int distance) {
        for (int line = 0; line < stamps.length; line++) {
            stamps[line] = Page.acquire(memory, at + (long) line * distance);
        }
    }

    private void readBounds(MemorySegment memory, long base) {
        long header = stamps[0];
        int half = HeaderStamp.usesSecondHalf(header) ? Page.SECOND_HALF : Page.FIRST_HALF;
        long kind = Page.plain(memory, base + Page.KIND);
        leaf = Page.isPage(kind, Page.leafKind(tag)) && Page.level(kind) == Page.LEAF;
        low = Page.plain(memory, base + Page.LOW);
        high = Page.plain(memory, base + half);
        bounded = !HeaderStamp.isUnbounded(header);
    }

    private boolean isUnchanged(MemorySegment memory, long at, int distance) {
        for (int line = 0; line < stamps.length; line++) {
            if (Page.plain(memory, at + (long) line * distance) != stamps[line]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the stamps belong to a living leaf without entries out of bounds; counts them. */
    private boolean isExact(long pointer) {
        long header = stamps[0];
        count = 0;
        for (int line = 1; line < stamps.length; line++) {
            if (!LineStamp.isCurrent(stamps[line], header)) {
                return false;
            }
            count += Integer.bitCount(LineStamp.taken(stamps[line]));
        }
        return leaf
                && HeaderStamp.generation(header) == PagePointer.generation(pointer)
                && !HeaderStamp.isDead(header);
    }

    /** Whether the page is a leaf that covers a key, and the count is exact. */
    public boolean covers(long key) {
        return exact && key >= low && !(bounded && key >= high);
    }

    /** Lower bound, inclusive. */
    public long low() {
        return low;
    }

    /** Whether the page has an upper bound. */
    public boolean hasHigh() {
        return bounded;
    }

    /** Upper bound, exclusive; only if {@link #hasHigh}. */
    public long high() {
        return high;
    }

    /** Number of keys of the page. */
    public int count() {
        return count;
    }
}
