package dev.mangrove.check.bytes;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Pages of a memory; the one that was freed last is allocated next. */
final class RecordedPages implements LocalPages.Space {
    private final MemorySegment memory;
    private final int pageSize;
    private final RecordedStores stores;
    private final Deque<Long> free = new ArrayDeque<>();
    private final List<Long> stale = new ArrayList<>();
    private long cut;

    RecordedPages(MemorySegment memory, int pageSize, RecordedStores stores) {
        this.memory = memory;
        this.pageSize = pageSize;
        this.stores = stores;
    }

    @Override
    public long take() {
        Long freed = free.pollFirst();
        if (freed != null) {
            return freed;
        }
        long pointer = PagePointer.of(pageSize * ++cut, 1);
        stamp(pointer, 1);
        return pointer;
    }

    @Override
    public void free(long pointer) {
        int next = PagePointer.nextGeneration(PagePointer.generation(pointer));
        stamp(pointer, next);
        stale.add(pointer);
        free.addFirst(PagePointer.of(PagePointer.address(pointer), next));
    }

    /** Pointers to pages that have been freed. */
    List<Long> stale() {
        return stale;
    }

    private void stamp(long pointer, int generation) {
        long offset = PagePointer.offset(pointer);
        Page.headerRelease(memory, offset, HeaderStamp.free(generation));
        stores.recordRelease(offset, HeaderStamp.free(generation));
    }

    @Override
    public long allocated() {
        return cut - free.size();
    }
}
