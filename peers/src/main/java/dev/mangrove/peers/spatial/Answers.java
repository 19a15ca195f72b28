package dev.mangrove.peers.spatial;

/** What a few searches asked and found, kept until the clock stands still and it can be checked. */
final class Answers {
    private static final int CORNERS = 4;

    private final Hits hits = new Hits();
    private final double[] corners;
    private final int[] ends;
    private int size;

    /** Room for so many searches. */
    Answers(int most) {
        corners = new double[CORNERS * most];
        ends = new int[most];
    }

    void clear() {
        size = 0;
        hits.clear();
    }

    /** Where the next search puts what it finds. */
    Hits hits() {
        return hits;
    }

    /** A search of this window, or at this point, has put all that it found. */
    void asked(double x, double y, double toX, double toY) {
        int at = CORNERS * size;
        corners[at] = x;
        corners[at + 1] = y;
        corners[at + 2] = toX;
        corners[at + 3] = toY;
        ends[size++] = hits.size();
    }

    /** Searches. */
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

    /** Objects that a search has found. */
    int found(int search) {
        return ends[search] - first(search);
    }

    /** One of the objects that a search has found. */
    int id(int search, int i) {
        return hits.id(first(search) + i);
    }

    private int first(int search) {
        return search == 0 ? 0 : ends[search - 1];
    }
}
