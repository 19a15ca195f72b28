package dev.mangrove.peers.spatial;

import java.util.Arrays;

/** Ids that a search has found. */
public final class Hits {
    private static final int FIRST = 64;

    private int[] ids = new int[FIRST];
    private int size;

    /** Creates an empty list. */
    public Hits() {}

    void clear() {
        size = 0;
    }

    void add(int id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
        }
        ids[size++] = id;
    }

    int size() {
        return size;
    }

    int id(int at) {
        return ids[at];
    }
}
