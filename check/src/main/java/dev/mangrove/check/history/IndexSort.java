package dev.mangrove.check.history;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Stable merge sort of numbers by a key of each, without boxing. Sorted input, as most recorded
 * histories are, takes one pass.
 */
public final class IndexSort {
    private IndexSort() {}

    /** Sorts {@code items} in place by ascending {@code key}; equal keys keep their order. */
    public static void sort(int[] items, IntToLongFunction key) {
        if (!sorted(items, 0, items.length, key)) {
            sort(items, Arrays.copyOf(items, items.length), 0, items.length, key);
        }
    }

    private static boolean sorted(int[] items, int from, int to, IntToLongFunction key) {
        for (int i = from + 1; i < to; i++) {
            if (key.applyAsLong(items[i - 1]) > key.applyAsLong(items[i])) {
                return false;
            }
        }
        return true;
    }

    /** Sorts a part of {@code items}; {@code spare} holds the same numbers there. */
    private static void sort(int[] items, int[] spare, int from, int to, IntToLongFunction key) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(spare, items, from, middle, key);
        sort(spare, items, middle, to, key);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft =
                    right == to
                            || (left < middle
                                    && key.applyAsLong(spare[left])
                                            <= key.applyAsLong(spare[right]));
            items[i] = takeLeft ? spare[left++] : spare[right++];
        }
    }
}
