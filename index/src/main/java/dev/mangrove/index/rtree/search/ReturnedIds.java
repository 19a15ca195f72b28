package dev.mangrove.index.rtree.search;

import java.util.Arrays;

/**
 * Ids that a search has returned. As long as nothing can come again they are merely listed, which
 * costs next to nothing; from then on they are looked up. Used again and again.
 */
final class ReturnedIds {
    private static final int FIRST_CAPACITY = 64;

    private final IdSet set = new IdSet();
    private long[] list = new long[FIRST_CAPACITY];
    private int listed;
    private boolean once;

    ReturnedIds() {
        clear();
    }

    /** Takes all out, for a search in which nothing can come again so far. */
    void clear() {
        listed = 0;
        once = true;
    }

    /** From now on, ids may come that are here already. */
    void mayComeAgain() {
        if (once) {
            once = false;
            set.clear();
            for (int i = 0; i < listed; i++) {
                boolean _ = set.add(list[i]);
            }
        }
    }

    /** Adds ids if they are known to be new; else says no, and they must be added one by one. */
    boolean addAll(long[] ids, int number) {
        if (!once) {
            return false;
        }
        if (listed + number > list.length) {
            list = Arrays.copyOf(list, 2 * (listed + number));
        }
        System.arraycopy(ids, 0, list, listed, number);
        listed += number;
        return true;
    }

    /** Adds an id; whether it is new. */
    boolean add(long id) {
        return set.add(id);
    }
}
