package dev.mangrove.index.btree.cache;

/**
 * Searches in sorted words, starting where a straight line through two of them says. Keys that are
 * spread evenly are found at once, others by halving what is left.
 */
final class Interpolation {
    private static final int NEAR = 4;

    private Interpolation() {}

    /** How much the position rises with the key, from one word to another. */
    static double slope(long[] words, int first, int last) {
        double rise = (double) words[last] - (double) words[first];
        return rise > 0 ? (last - first) / rise : 0;
    }

    /**
     * The last of some words that is not above a key, counted from the first one; the first one if
     * all are above it.
     *
     * @param from where the words start
     * @param count how many there are
     * @param anchor the second of them
     */
    static int floor(long[] words, int from, int count, long anchor, double slope, long key) {
        int last = count - 1;
        int guess = 1 + (int) (((double) key - (double) anchor) * slope);
        int at = Math.max(0, Math.min(last, guess));
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
