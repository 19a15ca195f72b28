package dev.mangrove.index.rtree.search;

import dev.mangrove.index.page.Hashing;

/** Ids that a search has returned. Cleared in constant time; reusable. */
public final class IdSet {
    private static final int FIRST_CAPACITY = 64;

    private long[] ids = new long[FIRST_CAPACITY];
    private int[] rounds = new int[FIRST_CAPACITY];
    private int round = 1;
    private int size;

    /** Removes all ids. */
    public void clear() {
        size = 0;
        if (++round == 0) {
            java.util.Arrays.fill(rounds, 0);
            round = 1;
        }
    }

    /** Adds an id; whether it is new. */
    public boolean add(long id) {
        int mask = ids.length - 1;
        int at = (int) ((id * Hashing.MULTIPLIER) >>> 32) & mask;
        while (rounds[at] == round) {
            if (ids[at] == id) {
                return false;
            }
            at = (at + 1) & mask;
        }
        ids[at] = id;
        rounds[at] = round;
        if (2 * ++size > ids.length) {
            grow();
        }
        return true;
    }

    private void grow() {
        long[] oldIds = ids;
        int[] oldRounds = rounds;
        int oldRound = round;
        ids = new long[2 * oldIds.length];
        rounds = new int[ids.length];
        round = 1;
        size = 0;
        for (int i = 0; i < oldIds.length; i++) {
            if (oldRounds[i] == oldRound) {
                boolean _ = add(oldIds[i]);
            }
        }
    }
}
