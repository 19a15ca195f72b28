package dev.mangrove.index.bytes.tree;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/** Pages from the start of a memory, with a limit; refuses to free what is not allocated. */
final class HeapPages implements LocalPages.Space {
    private final MemorySegment memory;
    private final int pageSize;
    private final Deque<Long> free = new ArrayDeque<>();
    private long cut;
    private long limit = Long.MAX_VALUE;

    HeapPages(MemorySegment memory, int pageSize) {
        this.memory = memory;
        this.pageSize = pageSize;
    }

    /** Sets the largest number of pages. */
    void limit(long most) {
        limit = most;
    }

    @Override
    public long take() {
        if (allocated() >= limit) {
            throw new RequestRefusedException(Status.OUT_OF_MEMORY, "no page left");
        }
        Long freed = free.poll();
        if (freed != null) {
            return freed;
        }
        long pointer = PagePointer.of(pageSize * ++cut, 1);
        Page.headerRelease(memory, PagePointer.offset(pointer), HeaderStamp.free(1));
        return pointer;
    }

    @Override
    public void free(long pointer) {
        long offset = PagePointer.offset(pointer);
        int generation = PagePointer.generation(pointer);
        if (HeaderStamp.generation(Page.headerAcquire(memory, offset)) != generation) {
            throw new AssertionError("freed twice: " + PagePointer.toString(pointer));
        }
        int next = PagePointer.nextGeneration(generation);
        Page.headerRelease(memory, offset, HeaderStamp.free(next));
        free.add(PagePointer.of(PagePointer.address(pointer), next));
    }

    @Override
    public long allocated() {
        return cut - free.size();
    }
}
