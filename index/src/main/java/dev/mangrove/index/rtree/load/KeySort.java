package dev.mangrove.index.rtree.load;

import dev.mangrove.index.rtree.page.EntryBlock;

import java.util.Arrays;

/** Radix sort of object numbers by key. */
final class KeySort {
    /** Chosen: 2,048 counters fit the first-level cache, and six passes cover 64 bits. */
    private static final int BITS = 11;

    private static final int BUCKETS = 1 << BITS;
    private static final int PASSES = 6;

    private KeySort() {}

    /** Sorts part of an order by the keys of those whose numbers stand there, as unsigned. */
    static void sort(int[] order, int from, int to, long[] keys) {
        int[] source = Arrays.copyOfRange(order, from, to);
        int[] target = new int[to - from];
        for (int pass = 0; pass < PASSES; pass++) {
            int shift = pass * BITS;
            int[] ends = new int[BUCKETS + 1];
            for (int number : source) {
                ends[bucket(keys[number], shift) + 1]++;
            }
            for (int i = 0; i < BUCKETS; i++) {
                ends[i + 1] += ends[i];
            }
            for (int number : source) {
                target[ends[bucket(keys[number], shift)]++] = number;
            }
            int[] swap = source;
            source = target;
            target = swap;
        }
        System.arraycopy(source, 0, order, from, to - from);
    }

    /**
     * The numbers of a block's entries, in the order of the entries; equal ones stay as they are.
     */
    static int[] sorted(EntryBlock entries, ObjectOrder order) {
        int size = entries.size();
        long[] keys = new long[size];
        Arrays.setAll(
                keys,
                i -> order.key(entries.minX(i), entries.minY(i), entries.maxX(i), entries.maxY(i)));
        int[] numbers = new int[size];
        Arrays.setAll(numbers, i -> i);
        sort(numbers, 0, size, keys);
        return numbers;
    }

    private static int bucket(long key, int shift) {
        return (int) (key >>> shift) & (BUCKETS - 1);
    }

    /** An unsigned key in the order of the double. */
    static long key(double number) {
        long bits = Double.doubleToRawLongBits(number);
        return bits ^ ((bits >> 63) | Long.MIN_VALUE);
    }
}
