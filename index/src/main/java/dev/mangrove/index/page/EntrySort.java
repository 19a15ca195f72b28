package dev.mangrove.index.page;

import java.util.Arrays;

/**
 * Sorts entries by key, in reusable arrays. Keys of a page are often spread evenly between its
 * bounds, so a key's place is nearly what interpolation between the smallest and the largest key
 * says: the entries are first distributed to as many buckets as there are entries, and an insertion
 * sort then moves few of them. Where keys crowd in few buckets, a heap sort bounds the time.
 */
final class EntrySort {
    /** Chosen: up to this size the passes of a distribution cost more than an insertion sort. */
    private static final int INSERTION_SORT_MAX = 8;

    /**
     * Chosen: up to this size an insertion sort of unordered entries is faster than a heap sort.
     */
    private static final int UNORDERED_INSERTION_SORT_MAX = 48;

    /** Chosen: entries per bucket up to which the insertion sort after a distribution is short. */
    private static final int CROWD = 12;

    private long[] keys = {};
    private long[] values = {};
    private int[] places = {};
    private int[] starts = {};

    /** Sorts the entries of two parallel arrays from an index to another, exclusive. */
    void sort(long[] allKeys, long[] allValues, int from, int to) {
        int count = to - from;
        if (count <= INSERTION_SORT_MAX) {
            insertionSort(allKeys, allValues, from, to);
            return;
        }
        reserve(count);
        if (isDistributed(allKeys, from, count)) {
            gather(allKeys, allValues, from, count);
        } else if (count <= UNORDERED_INSERTION_SORT_MAX) {
            insertionSort(allKeys, allValues, from, to);
        } else {
            HeapSort.sort(allKeys, allValues, from, to);
        }
    }

    /**
     * As {@link #sort(long[], long[], int, int)}, of keys that are all between bounds. Bounds near
     * the smallest and the largest key spare the sort to search for these.
     */
    void sort(long[] allKeys, long[] allValues, int from, int to, long least, long most) {
        int count = to - from;
        if (count > INSERTION_SORT_MAX) {
            reserve(count);
            if (distribute(allKeys, from, count, least, most) <= CROWD) {
                gather(allKeys, allValues, from, count);
                return;
            }
        }
        sort(allKeys, allValues, from, to);
    }

    /**
     * As {@link #sort(long[], long[], int, int)}, of keys in another order than that of words. By
     * insertion into the sorted ones with a binary search: a page has at most 60 such keys, and a
     * comparison costs more than a move.
     */
    void sort(long[] allKeys, long[] allValues, int from, int to, KeyOrder order) {
        for (int i = from + 1; i < to; i++) {
            long key = allKeys[i];
            long value = allValues[i];
            int at = placeOf(key, allKeys, from, i, order);
            System.arraycopy(allKeys, at, allKeys, at + 1, i - at);
            System.arraycopy(allValues, at, allValues, at + 1, i - at);
            allKeys[at] = key;
            allValues[at] = value;
        }
    }

    /** Index behind the last of the sorted keys that is not above a key. */
    private static int placeOf(long key, long[] keys, int from, int to, KeyOrder order) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.isLess(key, keys[middle])) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void reserve(int count) {
        if (places.length < count) {
            keys = new long[count];
            values = new long[count];
            places = new int[count];
            starts = new int[count + 1];
        }
    }

    /** Distributes entries to buckets; whether none of these is crowded. */
    private boolean isDistributed(long[] allKeys, int from, int count) {
        long least = allKeys[from];
        long most = least;
        for (int i = from + 1; i < from + count; i++) {
            least = Math.min(least, allKeys[i]);
            most = Math.max(most, allKeys[i]);
        }
        return distribute(allKeys, from, count, least, most) <= CROWD;
    }

    /** Notes each entry's bucket and counts each bucket's entries; returns the largest count. */
    private int distribute(long[] allKeys, int from, int count, long least, long most) {
        int shift = Math.max(0, Integer.SIZE - Long.numberOfLeadingZeros(most - least));
        long factor = ((long) count << Integer.SIZE) / (((most - least) >>> shift) + 1);
        Arrays.fill(starts, 0, count + 1, 0);
        int crowd = 0;
        for (int i = 0; i < count; i++) {
            long offset = (allKeys[from + i] - least) >>> shift;
            // The last bucket takes keys that are not between the bounds, as in a damaged page.
            int bucket = (int) Math.min((offset * factor) >>> Integer.SIZE, count - 1);
            places[i] = bucket;
            crowd = Math.max(crowd, ++starts[bucket + 1]);
        }
        return crowd;
    }

    /** Sorts entries whose buckets are known. */
    private void gather(long[] allKeys, long[] allValues, int from, int count) {
        scatter(allKeys, allValues, from, count);
        insertionSort(keys, values, 0, count);
        System.arraycopy(keys, 0, allKeys, from, count);
        System.arraycopy(values, 0, allValues, from, count);
    }

    /** Copies the entries bucket by bucket. */
    private void scatter(long[] allKeys, long[] allValues, int from, int count) {
        for (int i = 1; i < count; i++) {
            starts[i] += starts[i - 1];
        }
        for (int i = 0; i < count; i++) {
            int place = starts[places[i]]++;
            keys[place] = allKeys[from + i];
            values[place] = allValues[from + i];
        }
    }

    private static void insertionSort(long[] keys, long[] values, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (keys[i - 1] > keys[i]) {
                insert(keys, values, from, i, keys[i], values[i]);
            }
        }
    }

    /** Inserts an entry into those from an index to another, exclusive, which are sorted. */
    private static void insert(long[] keys, long[] values, int from, int to, long key, long value) {
        int at = to;
        for (; at > from && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            values[at] = values[at - 1];
        }
        keys[at] = key;
        values[at] = value;
    }
}
