package dev.mangrove.index.access;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.latch.Latches;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The pages of a tree that lies in one memory, as one thread with that memory mapped reaches them:
 * a thread of the server, or of a check.
 */
public final class LocalPages implements Pages {
    private final Host host;
    private final int pageSize;
    private final int tag;
    private final DirectPages pages;
    private final Space space;

    /** Allocator of pages. Thread-safe. */
    public interface Space {
        /** Allocates a page. */
        long take();

        /** Frees a page that is dead, or to which no pointer was ever published. */
        void free(long pointer);

        /** Number of pages that are allocated and not freed. */
        long allocated();
    }

    /** Creates access to pages in a server's own memory. */
    public LocalPages(
            Host host, int pageSize, int tag, MemorySegment memory, Latches latches, Space space) {
        this.host = host;
        this.pageSize = pageSize;
        this.tag = tag;
        this.pages = new DirectPages(memory, pageSize, latches, null);
        this.space = space;
    }

    @Override
    public int pageSize() {
        return pageSize;
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public PageView newView() {
        return new PageView(pageSize, tag);
    }

    @Override
    public LockedPage newLockedPage() {
        return new LockedPage(host, pageSize, tag, null);
    }

    @Override
    public PageImage newImage() {
        return new PageImage(Arena.ofAuto().allocate(pageSize, Long.BYTES), pageSize, tag);
    }

    @Override
    public RuntimeException damaged(long pointer) {
        return new FabricException(
                FabricException.Kind.CORRUPT,
                "no page of this index at "
                        + PagePointer.toString(pointer)
                        + ": the index is damaged or has been dropped");
    }

    @Override
    public void expect(long pointer, long key) {
        pages.expect(pointer, key);
    }

    @Override
    public void expectAll(long pointer) {
        pages.expectAll(pointer);
    }

    @Override
    public void open(long pointer, PageView view) {
        pages.open(pointer, view);
    }

    @Override
    public void openAll(long[] pointers, PageView[] views, int count) {
        for (int i = 0; i < count; i++) {
            pages.open(pointers[i], views[i]);
        }
    }

    @Override
    public PageOutline newOutline() {
        return new PageOutline(pageSize, tag);
    }

    @Override
    public void outlineAll(long[] pointers, PageOutline[] outlines, int count) {
        for (int i = 0; i < count; i++) {
            pages.beginOutline(pointers[i], outlines[i]);
        }
    }

    @Override
    public void lock(long pointer, LockedPage page) {
        pages.lock(pointer, page);
    }

    @Override
    public boolean tryLock(long pointer, LockedPage page) {
        return pages.tryLock(pointer, page);
    }

    @Override
    public long allocate() {
        return space.take();
    }

    @Override
    public void write(long pointer, PageImage image) {
        pages.write(pointer, image);
    }

    @Override
    public void writeSoon(long pointer, PageImage image) {
        pages.write(pointer, image);
    }

    @Override
    public void settle() {}

    @Override
    public void dropUnsettled() {}

    @Override
    public void free(long pointer) {
        space.free(pointer);
    }

    @Override
    public void putBack(long pointer) {
        space.free(pointer);
    }
}
