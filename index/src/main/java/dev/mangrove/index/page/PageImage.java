package dev.mangrove.index.page;

import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/** Builds a new page in private memory, to be copied or written to its place as a whole. */
public final class PageImage {
    private final MemorySegment memory;
    private final int pageSize;
    private final int tag;
    private long header;

    /** Creates an image for pages of an index, in memory that the image owns. */
    public PageImage(MemorySegment memory, int pageSize, int tag) {
        this.memory = memory;
        this.tag = tag;
        this.pageSize = pageSize;
    }

    /** Starts an empty page without upper bound. */
    public PageImage unbounded(long pointer, int level, long low) {
        return start(pointer, level, low, true, 0, PagePointer.NULL);
    }

    /** Starts an empty page with an upper bound. */
    public PageImage bounded(long pointer, int level, long low, long high, long right) {
        return start(pointer, level, low, false, high, right);
    }

    /** Starts an empty page with the upper bound and right link of another. */
    public PageImage rightOf(PageView left, long pointer, long low) {
        return left.hasHigh()
                ? bounded(pointer, left.level(), low, left.high(), left.right())
                : unbounded(pointer, left.level(), low);
    }

    private PageImage start(
            long pointer, int level, long low, boolean unbounded, long high, long right) {
        assert pointer != PagePointer.NULL && right != pointer : PagePointer.toString(right);
        assert unbounded || high > low : "bounds: low=" + low + ", high=" + high;
        memory.asSlice(0, pageSize).fill((byte) 0);
        header = HeaderStamp.first(PagePointer.generation(pointer), unbounded);
        Page.plain(memory, Page.STAMP, header);
        Page.plain(memory, Page.KIND, Page.kind(tag, level));
        Page.plain(memory, Page.LOW, low);
        Page.plain(memory, Page.FIRST_HALF, high);
        Page.plain(memory, Page.FIRST_HALF + Long.BYTES, right);
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
            Page.plain(memory, line, LineStamp.first(header, 0));
        }
        return this;
    }

    /**
     * Adds entries {@code from} to {@code to}, exclusive, each in the first free slot at or after
     * its hash line.
     */
    public PageImage entries(EntryBuffer entries, int from, int to) {
        assert to - from <= Page.slots(pageSize) : "too many entries: " + (to - from);
        for (int i = from; i < to; i++) {
            put(entries.key(i), entries.value(i));
        }
        return this;
    }

    private void put(long key, long value) {
        int line = Page.hashLine(key, pageSize);
        int taken = LineStamp.taken(Page.plain(memory, line));
        while (taken == LineStamp.ALL_TAKEN) {
            line = line + Page.LINE < pageSize ? line + Page.LINE : Page.LINE;
            taken = LineStamp.taken(Page.plain(memory, line));
        }
        int place = Integer.numberOfTrailingZeros(~taken);
        Page.plain(memory, Page.key(line, place), key);
        Page.plain(memory, Page.key(line, place) + Long.BYTES, value);
        Page.plain(memory, line, LineStamp.first(header, taken | 1 << place));
    }

    /** Memory of the image. */
    public MemorySegment memory() {
        return memory;
    }

    /** Bytes of the page. */
    public int pageSize() {
        return pageSize;
    }

    /**
     * Copies the image to its place, the header's stamp last. The fence keeps the entries behind
     * the stamp of the free page, which a release store does not: a reader of the page's last use
     * that sees a new entry must see that the stamp has changed.
     */
    public void copyTo(MemorySegment where, long base) {
        SharedWords.storeFence();
        for (int at = Long.BYTES; at < pageSize; at += Long.BYTES) {
            Page.plain(where, base + at, Page.plain(memory, at));
        }
        Page.release(where, base, header);
    }
}
