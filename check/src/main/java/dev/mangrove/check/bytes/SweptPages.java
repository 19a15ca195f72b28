package dev.mangrove.check.bytes;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/** Pages at the start of a memory; one that was freed is used again as late as possible. */
final class SweptPages implements LocalPages.Space {
    private static final int FIRST_GENERATION = 1;

    private final MemorySegment memory;
    private final int pageSize;
    private final long end;
    private final Deque<Long> free = new ArrayDeque<>();
    private long used;

    /** Pages of a size, up to an offset. */
    SweptPages(MemorySegment memory, int pageSize, long end) {
        this.memory = memory;
        this.pageSize = pageSize;
        this.end = end;
        this.used = pageSize; // No page is at the null pointer.
    }

    @Override
    public long allocated() {
        return used / pageSize - 1 - free.size();
    }

    @Override
    public long take() {
        Long freed = free.pollFirst();
        if (freed != null) {
            return freed;
        }
        if (used + pageSize > end) {
            throw new IllegalStateException("no pages left: bytes=" + end);
        }
        long offset = used;
        used += pageSize;
        Page.headerRelease(memory, offset, HeaderStamp.free(FIRST_GENERATION));
        return PagePointer.of(offset, FIRST_GENERATION);
    }

    @Override
    public void free(long pointer) {
        int next = PagePointer.nextGeneration(PagePointer.generation(pointer));
        Page.headerRelease(memory, PagePointer.offset(pointer), HeaderStamp.free(next));
        free.addLast(PagePointer.of(PagePointer.address(pointer), next));
    }
}
