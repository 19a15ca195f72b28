package dev.mangrove.index.rtree.search;

/**
 * How far away the last of the nearest objects can be at most, once as many have been found as are
 * wanted: what is further away need not be remembered. An object that was found twice counts once.
 * Used again and again.
 */
final class NearestBound {
    /** More than so many are not watched: then there is no bound. */
    private static final int MOST = 64;

    private final long[] ids = new long[MOST];
    private final double[] distances = new double[MOST];
    private long wanted;
    private int size;
    private int furthest;
    private double bound;

    /** Starts again, with nothing found. */
    void begin(long number) {
        wanted = number;
        size = 0;
        bound = Double.POSITIVE_INFINITY;
    }

    /** What is further away is not among the nearest. */
    double bound() {
        return bound;
    }

    /** An object has been found. */
    void offer(long id, double distance) {
        if (wanted > MOST || !(distance < bound)) {
            return;
        }
        for (int i = 0; i < size; i++) {
            if (ids[i] == id) {
                distances[i] = Math.min(distances[i], distance);
                settle();
                return;
            }
        }
        int place = size < wanted ? size++ : furthest;
        ids[place] = id;
        distances[place] = distance;
        settle();
    }

    private void settle() {
        if (size < wanted) {
            return;
        }
        furthest = 0;
        for (int i = 1; i < size; i++) {
            if (distances[i] > distances[furthest]) {
                furthest = i;
            }
        }
        bound = distances[furthest];
    }
}
