package dev.mangrove.check.bytes;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.ExtentSpace;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory of pages and extents for a tree without a server. What is freed is used again as late as
 * possible for pages, and at once for extents, as a server does.
 */
final class SweptMemory implements LocalPages.Space {
    private static final int REGION = 1;
    private static final int FIRST_GENERATION = 1;

    /** Chosen: no run needs as much. */
    private static final int PAGES = 2_000;

    private static final long EXTENT_BYTES = 4 << 20;
    private static final int LINE = 64;

    private final int pageSize;
    private final MemorySegment memory;
    private final Deque<Long> freePages = new ArrayDeque<>();
    private final Extents extents;
    private long used;

    SweptMemory(Arena arena, int pageSize) {
        this.pageSize = pageSize;
        long pageBytes = (long) PAGES * pageSize;
        this.memory = arena.allocate(pageBytes + EXTENT_BYTES, LINE);
        this.extents = new Extents(pageBytes);
    }

    MemorySegment memory() {
        return memory;
    }

    ExtentSpace extents() {
        return extents;
    }

    @Override
    public long allocated() {
        return used / pageSize - freePages.size();
    }

    @Override
    public long take() {
        Long freed = freePages.pollFirst();
        if (freed != null) {
            return freed;
        }
        if (used == (long) PAGES * pageSize) {
            throw new IllegalStateException("no pages left: pages=" + PAGES);
        }
        long offset = used;
        used += pageSize;
        Page.headerRelease(memory, offset, HeaderStamp.free(FIRST_GENERATION));
        return PagePointer.of(Address.of(REGION, offset), FIRST_GENERATION);
    }

    @Override
    public void free(long pointer) {
        long address = PagePointer.address(pointer);
        int next = PagePointer.nextGeneration(PagePointer.generation(pointer));
        Page.headerRelease(memory, Address.offset(address), HeaderStamp.free(next));
        freePages.addLast(PagePointer.of(address, next));
    }

    private final class Extents implements ExtentSpace {
        private final Map<Integer, Deque<Long>> free = new HashMap<>();
        private long next;
        private int generation;
        private long allocated;
        private long allocatedBytes;

        Extents(long start) {
            this.next = start;
        }

        @Override
        public long take(int bytes) {
            int size = ExtentPointer.sizeFor(bytes);
            Long freed = listOf(size).pollLast();
            long address = freed == null ? cut(size) : freed;
            generation = (generation + 1) % ExtentPointer.GENERATIONS;
            allocated++;
            allocatedBytes += ExtentPointer.bytes(size);
            return ExtentPointer.of(address, generation, size);
        }

        private long cut(int size) {
            long offset = next;
            next += ExtentPointer.bytes(size);
            if (next > memory.byteSize()) {
                throw new IllegalStateException("no extents left: bytes=" + EXTENT_BYTES);
            }
            return Address.of(REGION, offset);
        }

        @Override
        public void free(long pointer) {
            int size = ExtentPointer.size(pointer);
            listOf(size).addLast(ExtentPointer.address(pointer));
            allocated--;
            allocatedBytes -= ExtentPointer.bytes(size);
        }

        private Deque<Long> listOf(int size) {
            return free.computeIfAbsent(size, _ -> new ArrayDeque<>());
        }

        @Override
        public long allocated() {
            return allocated;
        }

        @Override
        public long allocatedBytes() {
            return allocatedBytes;
        }
    }
}
