package dev.mangrove.index.rtree.search;

import java.util.Arrays;

/**
 * Ids that a search has returned. As long as no id can turn up twice, they are only appended to a
 * list, which is cheap; from then on they are looked up in a set. Reusable.
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

    /** Removes all ids, for a new search. */
    void clear() {
        listed = 0;
        once = true;
    }

    /** From now on, ids may turn up twice. */
    void mayComeAgain() {
        if (once) {
            once = false;
            set.clear();
            for (int i = 0; i < listed; i++) {
                boolean _ = set.add(list[i]);
            }
        }
    }

    /**
     * Adds ids if no id can turn up twice; else returns false, and the caller adds them one by one.
     */
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
