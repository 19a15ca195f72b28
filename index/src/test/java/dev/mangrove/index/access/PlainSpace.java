package dev.mangrove.index.access;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/** Pages in memory of this process, allocated and freed as by a server. */
public final class PlainSpace implements LocalPages.Space {
    private static final int SERVER = 1;
    private static final int REGION = 0x101;
    private static final int FIRST_GENERATION = 1;

    private final int pageSize;
    private final MemorySegment memory;
    private final Deque<Long> free = new ArrayDeque<>();
    private long used;
    private long limit;

    /** Creates room for {@code pages} pages. */
    public PlainSpace(int pageSize, int pages) {
        this.pageSize = pageSize;
        this.memory = Arena.ofAuto().allocate((long) pageSize * (pages + 1), Page.LINE);
        this.used = pageSize;
        this.limit = memory.byteSize();
    }

    /** Limits the number of allocated pages from now on. */
    public synchronized void limit(int pages) {
        limit = (long) pageSize * (pages + 1);
    }

    /** The memory of the pages. */
    public MemorySegment memory() {
        return memory;
    }

    /** Bytes of a page. */
    public int pageSize() {
        return pageSize;
    }

    /** Access to the pages in place for one thread; threads of one process share the latches. */
    public LocalPages pages(LocalLatches latches) {
        return pages(Host.system(), latches);
    }

    /** Access to the pages in place for one thread of a host. */
    public LocalPages pages(Host host, LocalLatches latches) {
        return new LocalPages(host, pageSize, 0, SERVER, memory, latches, this);
    }

    /** Access to pages of a format in place for one thread. */
    public LocalPages pages(LocalLatches latches, PageFormat format) {
        return new LocalPages(Host.system(), format, SERVER, memory, latches, this);
    }

    /** Number of allocated pages. */
    public synchronized int inUse() {
        return (int) (used / pageSize) - 1 - free.size();
    }

    @Override
    public long allocated() {
        return inUse();
    }

    @Override
    public synchronized long take() {
        Long freed = free.pollFirst();
        if (freed != null) {
            return freed;
        }
        if (used + pageSize > limit) {
            throw new RequestRefusedException(Status.OUT_OF_MEMORY, "no pages left: used=" + used);
        }
        long pointer = PagePointer.of(Address.of(REGION, used), FIRST_GENERATION);
        Page.headerRelease(memory, used, HeaderStamp.free(FIRST_GENERATION));
        used += pageSize;
        return pointer;
    }

    @Override
    public synchronized void free(long pointer) {
        long offset = PagePointer.offset(pointer);
        int generation = PagePointer.generation(pointer);
        if (HeaderStamp.generation(Page.headerAcquire(memory, offset)) == generation) {
            int next = PagePointer.nextGeneration(generation);
            Page.headerRelease(memory, offset, HeaderStamp.free(next));
            free.addLast(PagePointer.of(PagePointer.address(pointer), next));
        }
    }
}
