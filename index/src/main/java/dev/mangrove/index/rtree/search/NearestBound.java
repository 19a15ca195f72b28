package dev.mangrove.index.rtree.search;

/**
 * Upper bound of the distance of the k-th nearest object, once k objects have been found. The
 * search need not queue what is further away. An object that is found twice counts once. Reusable.
 */
final class NearestBound {
    /** Largest k with a bound. Chosen: the linear insertion stays cheap. */
    private static final int MOST = 64;

    private final long[] ids = new long[MOST];
    private final double[] distances = new double[MOST];
    private long wanted;
    private int size;
    private int furthest;
    private double bound;

    /** Resets, for another k. */
    void begin(long number) {
        wanted = number;
        size = 0;
        bound = Double.POSITIVE_INFINITY;
    }

    /** The bound; infinite if fewer than k objects have been found. */
    double bound() {
        return bound;
    }

    /** Adds an object that was found. */
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
