package dev.mangrove.index.btree.cache;

/**
 * Interpolation search in sorted words, along a straight line through two of them. It finds evenly
 * distributed keys at once and others by binary search.
 */
final class Interpolation {
    /** Steps from the guess before the binary search. Chosen: the words of half a cache line. */
    private static final int NEAR = 4;

    private Interpolation() {}

    /** Slope of the line through two words, in positions per key. */
    static double slope(long[] words, int first, int last) {
        double rise = (double) words[last] - (double) words[first];
        return rise > 0 ? (last - first) / rise : 0;
    }

    /**
     * Index of the last word that is not above a key; 0 if all are above it.
     *
     * @param from index of the first word in the array
     * @param count number of words
     * @param anchor the second word
     */
    static int floor(long[] words, int from, int count, long anchor, double slope, long key) {
        int last = count - 1;
        int at = guess(count, anchor, slope, key);
        for (int steps = 0; steps < NEAR; steps++) {
            if (at < last && words[from + at + 1] <= key) {
                at++;
            } else if (at > 0 && words[from + at] > key) {
                at--;
            } else {
                return at;
            }
        }
        return words[from + at] <= key
                ? halve(words, from, at, last, key)
                : halve(words, from, 0, Math.max(0, at - 1), key);
    }

    /** Where the line passes a key, within the words. */
    static int guess(int count, long anchor, double slope, long key) {
        int guess = 1 + (int) (((double) key - (double) anchor) * slope);
        return Math.max(0, Math.min(count - 1, guess));
    }

    private static int halve(long[] words, int from, int lowest, int highest, long key) {
        int low = lowest;
        int high = highest;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (words[from + middle] <= key) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
