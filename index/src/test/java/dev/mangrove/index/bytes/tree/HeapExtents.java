package dev.mangrove.index.bytes.tree;

import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.ExtentSpace;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Extents cut from a part of a memory, with a limit; refuses to free what is not allocated. */
public final class HeapExtents implements ExtentSpace {
    private final Map<Integer, ArrayDeque<Long>> free = new HashMap<>();
    private final Set<Long> taken = new HashSet<>();
    private final long end;
    private long next;
    private int generation;
    private long bytes;
    private long limit = Long.MAX_VALUE;

    /** Cuts extents from a part of a memory. */
    public HeapExtents(long start, long end) {
        this.next = start;
        this.end = end;
    }

    /** Sets the largest number of extents. */
    public synchronized void limit(long most) {
        limit = most;
    }

    @Override
    public synchronized long take(int length) {
        if (taken.size() >= limit) {
            throw new RequestRefusedException(Status.OUT_OF_MEMORY, "no extent left");
        }
        int size = ExtentPointer.sizeFor(length);
        Long freed = free.computeIfAbsent(size, _ -> new ArrayDeque<>()).poll();
        long address = freed == null ? next : freed;
        if (freed == null) {
            next += ExtentPointer.bytes(size);
            if (next > end) {
                throw new AssertionError("the memory of the test is too small");
            }
        }
        long pointer = ExtentPointer.of(address, ++generation, size);
        taken.add(pointer);
        bytes += ExtentPointer.bytes(size);
        return pointer;
    }

    @Override
    public synchronized void free(long pointer) {
        if (!taken.remove(pointer)) {
            throw new AssertionError("freed twice: " + pointer);
        }
        int size = ExtentPointer.size(pointer);
        bytes -= ExtentPointer.bytes(size);
        free.get(size).add(ExtentPointer.offset(pointer));
    }

    @Override
    public synchronized long allocated() {
        return taken.size();
    }

    @Override
    public synchronized long allocatedBytes() {
        return bytes;
    }
}
