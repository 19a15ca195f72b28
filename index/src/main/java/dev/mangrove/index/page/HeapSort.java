package dev.mangrove.index.page;

/** Sorts entries in place by key; takes n log n steps for any order. */
final class HeapSort {
    private HeapSort() {}

    /** Sorts the entries of two parallel arrays from an index to another, exclusive. */
    static void sort(long[] keys, long[] values, int from, int to) {
        int length = to - from;
        for (int root = length / 2 - 1; root >= 0; root--) {
            sift(keys, values, from, root, length);
        }
        for (int end = length - 1; end > 0; end--) {
            swap(keys, values, from, from + end);
            sift(keys, values, from, 0, end);
        }
    }

    private static void sift(long[] keys, long[] values, int from, int start, int length) {
        int root = start;
        while (2 * root + 1 < length) {
            int child = 2 * root + 1;
            if (child + 1 < length && keys[from + child] < keys[from + child + 1]) {
                child++;
            }
            if (keys[from + root] >= keys[from + child]) {
                return;
            }
            swap(keys, values, from + root, from + child);
            root = child;
        }
    }

    private static void swap(long[] keys, long[] values, int a, int b) {
        long key = keys[a];
        long value = values[a];
        keys[a] = keys[b];
        values[a] = values[b];
        keys[b] = key;
        values[b] = value;
    }
}
