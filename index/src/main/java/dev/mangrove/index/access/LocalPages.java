package dev.mangrove.index.access;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.Latches;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordFormat;
import dev.mangrove.index.wire.AddressSpace;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The pages of a tree in one server's memory, as one thread with that memory mapped reaches them: a
 * thread of the server, or of a check. A pointer to a page of another server would lead to a wrong
 * page at the same offset, so each access checks the pointer's server and throws a {@link
 * ForeignPageException}.
 */
public final class LocalPages implements Pages {
    private final Host host;
    private final PageFormat format;
    private final int server;
    private final long bytes;
    private final DirectPages pages;
    private final Space space;
    private final PageView found;
    private final ForeignPageException foreign = new ForeignPageException();

    /** Allocator of pages. Thread-safe. */
    public interface Space {
        /** Allocates a page. */
        long take();

        /** Frees a page that is dead, or to which no pointer was ever published. */
        void free(long pointer);

        /** Number of pages that are allocated and not freed. */
        long allocated();
    }

    /**
     * Creates access to pages with 64-bit keys in a server's own memory.
     *
     * @param server the server's number
     */
    public LocalPages(
            Host host,
            int pageSize,
            int tag,
            int server,
            MemorySegment memory,
            Latches latches,
            Space space) {
        this(host, new WordFormat(pageSize, tag), server, memory, latches, space);
    }

    /** Creates access to pages of a format in a server's own memory. */
    public LocalPages(
            Host host,
            PageFormat format,
            int server,
            MemorySegment memory,
            Latches latches,
            Space space) {
        this.server = server;
        this.bytes = memory.byteSize();
        this.host = host;
        this.format = format;
        this.pages = new DirectPages(memory, format, latches, null);
        this.space = space;
        this.found = format.newView();
    }

    @Override
    public PageFormat format() {
        return format;
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public LockedPage newLockedPage() {
        return new LockedPage(host, format, null);
    }

    @Override
    public PageImage newImage() {
        return format.newImage(Arena.ofAuto().allocate(format.pageSize(), Long.BYTES));
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
    public boolean reaches(long pointer) {
        return AddressSpace.server(pointer) == server;
    }

    /** Whether a pointer leads into this server's memory. */
    public boolean contains(long pointer) {
        long offset = PagePointer.offset(pointer);
        return pointer != PagePointer.NULL
                && reaches(pointer)
                && offset >= 0
                && offset <= bytes - format.pageSize();
    }

    /** The exception to throw if a search that came to a page must go on by another request. */
    public ForeignPageException elsewhere(long pointer) {
        return foreign.to(pointer);
    }

    private long own(long pointer) {
        if (!reaches(pointer)) {
            throw foreign.to(pointer);
        }
        return pointer;
    }

    @Override
    public void expect(long pointer, long key) {
        pages.expect(own(pointer), key);
    }

    @Override
    public void expectChange(long pointer, long key) {
        pages.expectChange(own(pointer), key);
    }

    @Override
    public long findAll(long[] leaves, long[] keys, long[] values, int count) {
        try {
            for (int i = 0; i < count; i++) {
                boolean _ = pages.beginFind(i, own(leaves[i]), keys[i]);
            }
            return pages.finishFinds(found, values);
        } catch (RuntimeException | Error e) {
            pages.abandon();
            throw e;
        }
    }

    @Override
    public void expectAll(long pointer) {
        if (reaches(pointer)) { // A scan may announce a page that it does not come to.
            pages.expectAll(pointer);
        }
    }

    @Override
    public void open(long pointer, PageView view) {
        pages.open(own(pointer), view);
    }

    @Override
    public void openAll(long[] pointers, PageView[] views, int count) {
        for (int i = 0; i < count; i++) {
            pages.open(own(pointers[i]), views[i]);
        }
    }

    @Override
    public void outlineAll(long[] pointers, PageOutline[] outlines, int count) {
        for (int i = 0; i < count; i++) {
            pages.beginOutline(own(pointers[i]), outlines[i]);
        }
    }

    @Override
    public void lock(long pointer, LockedPage page) {
        pages.lock(own(pointer), page);
    }

    @Override
    public boolean tryLock(long pointer, LockedPage page) {
        return pages.tryLock(own(pointer), page);
    }

    @Override
    public long allocate() {
        return space.take();
    }

    @Override
    public void write(long pointer, PageImage image) {
        pages.write(own(pointer), image);
    }

    @Override
    public void writeSoon(long pointer, PageImage image) {
        pages.write(own(pointer), image);
    }

    @Override
    public void settle() {}

    @Override
    public void dropUnsettled() {}

    @Override
    public void free(long pointer) {
        space.free(own(pointer));
    }

    @Override
    public void putBack(long pointer) {
        space.free(own(pointer));
    }
}
