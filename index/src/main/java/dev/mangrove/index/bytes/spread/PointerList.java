package dev.mangrove.index.bytes.spread;

import java.util.Arrays;

/** A list of pointers. */
final class PointerList {
    private static final int FIRST = 16;

    private long[] pointers = new long[FIRST];
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long get(int i) {
        return pointers[i];
    }

    void add(long pointer) {
        if (size == pointers.length) {
            pointers = Arrays.copyOf(pointers, 2 * size);
        }
        pointers[size++] = pointer;
    }

    long removeLast() {
        return pointers[--size];
    }

    /** Removes a pointer, if it is there. */
    void remove(long pointer) {
        for (int i = size - 1; i >= 0; i--) {
            if (pointers[i] == pointer) {
                pointers[i] = pointers[--size];
                return;
            }
        }
    }

    void reverse() {
        for (int i = 0, j = size - 1; i < j; i++, j--) {
            long pointer = pointers[i];
            pointers[i] = pointers[j];
            pointers[j] = pointer;
        }
    }

    void clear() {
        size = 0;
    }
}
