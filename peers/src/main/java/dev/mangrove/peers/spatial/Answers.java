package dev.mangrove.peers.spatial;

/** Requests and results of a block of searches, kept until they are checked outside the timing. */
final class Answers {
    private static final int CORNERS = 4;

    private final Hits hits = new Hits();
    private final double[] corners;
    private final int[] ends;
    private int size;

    /** Creates room for {@code most} searches. */
    Answers(int most) {
        corners = new double[CORNERS * most];
        ends = new int[most];
    }

    void clear() {
        size = 0;
        hits.clear();
    }

    /** Receives the results of the next search. */
    Hits hits() {
        return hits;
    }

    /** Ends a search of this window, or at this point. */
    void asked(double x, double y, double toX, double toY) {
        int at = CORNERS * size;
        corners[at] = x;
        corners[at + 1] = y;
        corners[at + 2] = toX;
        corners[at + 3] = toY;
        ends[size++] = hits.size();
    }

    /** Number of searches. */
    int size() {
        return size;
    }

    double x(int search) {
        return corners[CORNERS * search];
    }

    double y(int search) {
        return corners[CORNERS * search + 1];
    }

    double toX(int search) {
        return corners[CORNERS * search + 2];
    }

    double toY(int search) {
        return corners[CORNERS * search + 3];
    }

    /** Number of objects that a search has found. */
    int found(int search) {
        return ends[search] - first(search);
    }

    /** Id of an object that a search has found. */
    int id(int search, int i) {
        return hits.id(first(search) + i);
    }

    private int first(int search) {
        return search == 0 ? 0 : ends[search - 1];
    }
}
