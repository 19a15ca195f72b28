package dev.mangrove.check.history.search;

import java.util.Arrays;

/**
 * The configurations that a search has reached, each with the return that it has to pass next, and
 * a queue of those with untried successors. The queue delivers the configuration furthest ahead in
 * time, and among those at one return the oldest.
 *
 * <p>The store rejects a configuration that a stored one covers. At the same return and in the same
 * state, one covers another if settled(one) ⊇ settled(other) and used(one) ⊆ used(other): every
 * continuation of the other is one of its own. The store always recognizes equal configurations,
 * and covers among the first {@value #COVER_SCAN} of a return, which have used the fewest
 * operations.
 */
final class ConfigurationStore {
    /** Stands for "no configuration". */
    static final int NONE = -1;

    private static final int COVER_SCAN = 128;

    /** Maximum number of words of bits: half a gigabyte. */
    private static final int MOST_WORDS = 1 << 26;

    private final int words;
    private int size;
    private int[] states = new int[64];
    private int[] places = new int[64];
    private long[] cursors = new long[64];
    private int[] nexts = new int[64];

    /** Settled, then used bits of each configuration. */
    private long[] bits;

    private final int[] first;
    private final int[] head;
    private final int[] last;
    private int furthest = NONE;

    /** Hash table of configurations, open addressing; 0 is free, otherwise number + 1. */
    private int[] repeats = new int[256];

    ConfigurationStore(int events, int words) {
        this.words = words;
        bits = new long[2 * words * states.length];
        first = new int[events];
        head = new int[events];
        last = new int[events];
        Arrays.fill(first, NONE);
        Arrays.fill(head, NONE);
    }

    /** Adds a configuration at the end of the queue of its return, unless it is covered. */
    void offer(int place, Configuration c) {
        int repeat = findRepeat(place, c);
        if (repeats[repeat] != 0 || covered(place, c)) {
            return;
        }
        int added = append(place, c);
        repeats[repeat] = added + 1;
        if (2 * size > repeats.length) {
            rehash();
        }
        enqueue(place, added);
    }

    private void enqueue(int place, int added) {
        if (first[place] == NONE) {
            first[place] = added;
        } else {
            nexts[last[place]] = added;
        }
        last[place] = added;
        if (head[place] == NONE) {
            head[place] = added;
        }
        furthest = Math.max(furthest, place);
    }

    /** The configuration to continue with, or {@link #NONE} if all have been tried. */
    int current() {
        return furthest == NONE ? NONE : head[furthest];
    }

    /** Removes the current configuration, which has no untried successors. */
    void dropCurrent() {
        head[furthest] = nexts[head[furthest]];
        while (furthest >= 0 && head[furthest] == NONE) {
            furthest--;
        }
    }

    /** The return event that the configuration has to pass next. */
    int place(int configuration) {
        return places[configuration];
    }

    /** The position in the list of successors to try next; 0 at first. */
    long cursor(int configuration) {
        return cursors[configuration];
    }

    void cursor(int configuration, long cursor) {
        cursors[configuration] = cursor;
    }

    /** Copies a configuration of the store into {@code target}. */
    void load(int configuration, Configuration target) {
        target.state = states[configuration];
        int at = 2 * words * configuration;
        System.arraycopy(bits, at, target.settled, 0, words);
        System.arraycopy(bits, at + words, target.used, 0, words);
    }

    /** Whether the store has reached its limit, which depends only on its contents. */
    boolean full() {
        return 2L * words * size >= MOST_WORDS;
    }

    private int append(int place, Configuration c) {
        if (size == states.length) {
            int room = 2 * size;
            states = Arrays.copyOf(states, room);
            places = Arrays.copyOf(places, room);
            cursors = Arrays.copyOf(cursors, room);
            nexts = Arrays.copyOf(nexts, room);
            bits = Arrays.copyOf(bits, 2 * words * room);
        }
        int added = size++;
        states[added] = c.state;
        places[added] = place;
        cursors[added] = 0;
        nexts[added] = NONE;
        System.arraycopy(c.settled, 0, bits, 2 * words * added, words);
        System.arraycopy(c.used, 0, bits, 2 * words * added + words, words);
        return added;
    }

    private boolean covered(int place, Configuration c) {
        int left = COVER_SCAN;
        for (int other = first[place]; other != NONE && left > 0; other = nexts[other]) {
            if (states[other] == c.state && covers(other, c)) {
                return true;
            }
            left--;
        }
        return false;
    }

    private boolean covers(int other, Configuration c) {
        int at = 2 * words * other;
        for (int w = 0; w < words; w++) {
            boolean settledLess = (c.settled[w] & ~bits[at + w]) != 0;
            boolean usedMore = (bits[at + words + w] & ~c.used[w]) != 0;
            if (settledLess || usedMore) {
                return false;
            }
        }
        return true;
    }

    private int findRepeat(int place, Configuration c) {
        int mask = repeats.length - 1;
        int at = hash(place, c.state, c.settled, 0, c.used, 0) & mask;
        while (repeats[at] != 0 && !same(repeats[at] - 1, place, c)) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private boolean same(int other, int place, Configuration c) {
        int at = 2 * words * other;
        return places[other] == place
                && states[other] == c.state
                && Arrays.equals(bits, at, at + words, c.settled, 0, words)
                && Arrays.equals(bits, at + words, at + 2 * words, c.used, 0, words);
    }

    private void rehash() {
        repeats = new int[2 * repeats.length];
        int mask = repeats.length - 1;
        for (int c = 0; c < size; c++) {
            int bitsAt = 2 * words * c;
            int at = hash(places[c], states[c], bits, bitsAt, bits, bitsAt + words) & mask;
            while (repeats[at] != 0) {
                at = (at + 1) & mask;
            }
            repeats[at] = c + 1;
        }
    }

    private int hash(int place, int state, long[] settled, int from, long[] used, int usedFrom) {
        long mixed = mix(((long) place << 32) ^ state);
        for (int w = 0; w < words; w++) {
            mixed = mix(mixed ^ settled[from + w]);
            mixed = mix(mixed ^ used[usedFrom + w]);
        }
        return (int) (mixed >>> 32);
    }

    private static long mix(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }
}
