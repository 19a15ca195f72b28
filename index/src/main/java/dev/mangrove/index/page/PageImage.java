package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/** Puts a new page together in private memory, to be carried to its place as a whole. */
public final class PageImage {
    private final MemorySegment memory;
    private final int pageSize;
    private final int tag;
    private long header;

    /** An image of pages of one size for an index, in memory that belongs to it. */
    public PageImage(MemorySegment memory, int pageSize, int tag) {
        this.memory = memory;
        this.tag = tag;
        this.pageSize = pageSize;
    }

    /** Starts a page without entries that has no upper bound. */
    public PageImage unbounded(long pointer, int level, long low) {
        return start(pointer, level, low, true, 0, PagePointer.NULL);
    }

    /** Starts a page without entries. */
    public PageImage bounded(long pointer, int level, long low, long high, long right) {
        return start(pointer, level, low, false, high, right);
    }

    /** Starts a page whose upper bound and right neighbour are those of another. */
    public PageImage rightOf(PageView left, long pointer, long low) {
        return left.hasHigh()
                ? bounded(pointer, left.level(), low, left.high(), left.right())
                : unbounded(pointer, left.level(), low);
    }

    private PageImage start(
            long pointer, int level, long low, boolean unbounded, long high, long right) {
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

    /** Adds entries of a buffer, from one to before another, each where it is found soonest. */
    public PageImage entries(EntryBuffer entries, int from, int to) {
        for (int i = from; i < to; i++) {
            put(entries.key(i), entries.value(i));
        }
        return this;
    }

    private void put(long key, long value) {
        int line = Page.home(key, pageSize);
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

    /** The image. */
    public MemorySegment memory() {
        return memory;
    }

    /** Bytes of it. */
    public int pageSize() {
        return pageSize;
    }

    /** Puts the image in place; its header's stamp comes last. */
    public void copyTo(MemorySegment where, long base) {
        for (int at = Long.BYTES; at < pageSize; at += Long.BYTES) {
            Page.plain(where, base + at, Page.plain(memory, at));
        }
        Page.release(where, base, header);
    }
}
