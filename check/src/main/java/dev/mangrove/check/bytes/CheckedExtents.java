package dev.mangrove.check.bytes;

import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.ExtentSpace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Extents of a memory, from an offset on; the one that was freed last is allocated next. */
final class CheckedExtents implements ExtentSpace {
    private final List<Deque<Long>> free = new ArrayList<>();
    private final Set<Long> taken = new HashSet<>();
    private long next;
    private int generation;
    private long allocated;
    private long bytes;

    CheckedExtents(long start) {
        next = start;
        for (int size = 0; size < ExtentPointer.SIZES; size++) {
            free.add(new ArrayDeque<>());
        }
    }

    @Override
    public long take(int length) {
        int size = ExtentPointer.sizeFor(length);
        Long freed = free.get(size).pollFirst();
        long address = freed == null ? next : freed;
        next += freed == null ? ExtentPointer.bytes(size) : 0;
        allocated++;
        taken.add(address);
        bytes += ExtentPointer.bytes(size);
        return ExtentPointer.of(address, ++generation, size);
    }

    @Override
    public void free(long pointer) {
        int size = ExtentPointer.size(pointer);
        if (!taken.remove(ExtentPointer.offset(pointer))) {
            throw new IllegalStateException(
                    "an extent is freed twice: offset=" + ExtentPointer.offset(pointer));
        }
        allocated--;
        bytes -= ExtentPointer.bytes(size);
        free.get(size).addFirst(ExtentPointer.offset(pointer));
        if (ExtentPointer.isNotBefore(ExtentPointer.generation(pointer), generation)) {
            generation = ExtentPointer.generation(pointer);
        }
    }

    @Override
    public long allocated() {
        return allocated;
    }

    @Override
    public long allocatedBytes() {
        return bytes;
    }
}
