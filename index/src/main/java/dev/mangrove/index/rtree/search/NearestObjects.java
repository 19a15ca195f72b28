package dev.mangrove.index.rtree.search;

import dev.mangrove.index.rtree.page.EntryBlock;

/**
 * The nearest objects that a search has found, at most as many as it wants, in order of distance;
 * and an upper bound of the distance of the last one, once there are so many. The search need not
 * look at what is further away. An object that is found twice counts once, with the lesser
 * distance. Reusable.
 */
final class NearestObjects {
    /** Largest number of objects. Chosen: the linear insertion stays cheap. */
    static final int MOST = 64;

    private static final int SIDES = 4;

    private final int[] slots = new int[MOST];
    private final double[] distances = new double[MOST];
    private final long[] ids = new long[MOST];
    private final double[] borders = new double[SIDES * MOST];
    private int wanted;
    private int size;
    private int taken;
    private double bound;

    /** Empties the list; if more than {@link #MOST} are wanted, it stays empty. */
    void begin(long number) {
        wanted = number > MOST ? 0 : (int) number;
        size = 0;
        taken = 0;
        bound = Double.POSITIVE_INFINITY;
    }

    /** The bound; infinite if fewer objects have been found than are wanted. */
    double bound() {
        return bound;
    }

    /** Whether there is an object that was not taken. */
    boolean hasNext() {
        return taken < size;
    }

    /** Distance of the nearest object that was not taken. */
    double nextDistance() {
        return distances[taken];
    }

    /** Takes the nearest object that was not taken. */
    void take() {
        taken++;
    }

    /** Adds an object that was found, from a block. */
    void offer(EntryBlock found, int i, double distance) {
        if (!(distance < bound) || wanted == 0) {
            return;
        }
        long id = found.reference(i);
        int rank = rankOf(id);
        if (rank < taken || (rank < size && distances[rank] <= distance)) {
            return;
        }
        int slot;
        if (rank < size) {
            slot = slots[rank];
        } else if (size < wanted) {
            slot = size++;
        } else {
            rank = size - 1;
            slot = slots[rank];
        }
        insert(rank, slot, distance);
        ids[slot] = id;
        borders[SIDES * slot] = found.minX(i);
        borders[SIDES * slot + 1] = found.minY(i);
        borders[SIDES * slot + 2] = found.maxX(i);
        borders[SIDES * slot + 3] = found.maxY(i);
        if (size == wanted) {
            bound = distances[size - 1];
        }
    }

    /** The rank of an object; the number of objects if it is not among them. */
    private int rankOf(long id) {
        for (int rank = 0; rank < size; rank++) {
            if (ids[slots[rank]] == id) {
                return rank;
            }
        }
        return size;
    }

    /** Moves the objects before a rank up to it that are further away; not those taken. */
    private void insert(int rank, int slot, double distance) {
        int at = rank;
        for (; at > taken && distances[at - 1] > distance; at--) {
            distances[at] = distances[at - 1];
            slots[at] = slots[at - 1];
        }
        distances[at] = distance;
        slots[at] = slot;
    }

    /** Distance of the object taken last. */
    double distance() {
        return distances[taken - 1];
    }

    /** Id of the object taken last. */
    long id() {
        return ids[slots[taken - 1]];
    }

    /** A border of the object taken last. */
    double border(int side) {
        return borders[SIDES * slots[taken - 1] + side];
    }
}
