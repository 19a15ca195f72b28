package dev.mangrove.index.page;

import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/** Builds a new page in private memory, to be copied or written to its place as a whole. */
public abstract class PageImage {
    private final MemorySegment memory;
    private final int pageSize;
    private final long leafKind;
    private long header;

    /**
     * Creates an image for pages of an index with a kind of leaves, in memory that the image owns.
     */
    protected PageImage(MemorySegment memory, int pageSize, long leafKind) {
        this.memory = memory;
        this.leafKind = leafKind;
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
        memory.asSlice(0, pageSize).fill((byte) 0);
        begins(pointer);
        header = HeaderStamp.first(PagePointer.generation(pointer), unbounded);
        Page.plain(memory, Page.STAMP, header);
        Page.plain(memory, Page.KIND, Page.kind(leafKind, level));
        Page.plain(memory, Page.FIRST_HALF + Long.BYTES, right);
        bounds(low, unbounded, high);
        for (int line = firstLine(); line < pageSize; line += Page.LINE) {
            Page.plain(memory, line, LineStamp.first(header, 0));
        }
        return this;
    }

    /** Fills an empty page with entries {@code from} to {@code to}, exclusive. */
    public abstract PageImage entries(EntryBuffer entries, int from, int to);

    /** The page that is built from now on has a pointer. */
    protected void begins(long pointer) {}

    /** Offset of the first data line. */
    protected abstract int firstLine();

    /** Stores the bounds of a page whose header has its stamp; the upper one only if there is. */
    protected abstract void bounds(long low, boolean unbounded, long high);

    /** The header's stamp. */
    protected final long header() {
        return header;
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
