package dev.mangrove.index.rtree.search;

import java.util.Arrays;

/** Pointers of pages with which a search starts. Reusable. */
final class FoundPages {
    private static final int FIRST_CAPACITY = 64;

    private long[] pointers = new long[FIRST_CAPACITY];
    private int size;

    void clear() {
        size = 0;
    }

    void add(long pointer) {
        if (size == pointers.length) {
            pointers = Arrays.copyOf(pointers, 2 * size);
        }
        pointers[size++] = pointer;
    }

    int size() {
        return size;
    }

    long pointer(int i) {
        return pointers[i];
    }
}
