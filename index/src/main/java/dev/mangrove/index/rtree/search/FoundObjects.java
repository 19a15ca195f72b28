package dev.mangrove.index.rtree.search;

import java.util.Arrays;

/** Objects that were found and not returned yet. */
final class FoundObjects {
    private static final int FIRST_CAPACITY = 64;
    private static final int SIDES = 4;

    private long[] ids = new long[FIRST_CAPACITY];
    private double[] borders = new double[SIDES * FIRST_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    void size(int number) {
        size = number;
    }

    void add(long id, double minX, double minY, double maxX, double maxY) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
            borders = Arrays.copyOf(borders, 2 * SIDES * size);
        }
        int at = SIDES * size;
        ids[size++] = id;
        borders[at] = minX;
        borders[at + 1] = minY;
        borders[at + 2] = maxX;
        borders[at + 3] = maxY;
    }

    /** Removes objects that were returned before, and records the others as returned. */
    void keepNew(ReturnedIds returned) {
        if (returned.addAll(ids, size)) {
            return;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (returned.add(ids[i])) {
                if (kept != i) {
                    ids[kept] = ids[i];
                    System.arraycopy(borders, SIDES * i, borders, SIDES * kept, SIDES);
                }
                kept++;
            }
        }
        size = kept;
    }

    long id(int i) {
        return ids[i];
    }

    double border(int i, int side) {
        return borders[SIDES * i + side];
    }
}
