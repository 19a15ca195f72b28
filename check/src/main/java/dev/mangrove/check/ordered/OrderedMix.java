package dev.mangrove.check.ordered;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * How often clients do what, and on which keys.
 *
 * @param gets share of gets
 * @param puts share of puts
 * @param putsIfAbsent share of puts that want the key absent
 * @param replaces share of compare-and-sets
 * @param deletes share of deletes
 * @param deletesIfEqual share of deletes that want the key to have a value
 * @param ranges share of ranges
 * @param sweeps share of runs of neighbouring keys that are all put or all deleted, in order
 * @param hot whether mostly on a few keys side by side
 * @param steady whether keys of even rank stay and are mostly read, while those between come and
 *     go: a reader that believes half of a split or a merge misses a key that is certainly there
 */
record OrderedMix(
        int gets,
        int puts,
        int putsIfAbsent,
        int replaces,
        int deletes,
        int deletesIfEqual,
        int ranges,
        int sweeps,
        boolean hot,
        boolean steady) {
    private static final int HOT_KEYS = 8;
    private static final int COLD_ONE_IN = 8;

    /**
     * Everything; mostly new keys; mostly deletes; everything on a few keys; steady keys, twice.
     */
    private static final List<OrderedMix> ALL =
            List.of(
                    new OrderedMix(25, 20, 10, 10, 10, 5, 15, 3, false, false),
                    new OrderedMix(15, 40, 15, 5, 3, 2, 15, 2, false, false),
                    new OrderedMix(15, 12, 5, 5, 30, 10, 15, 8, false, false),
                    new OrderedMix(25, 20, 15, 15, 10, 10, 5, 2, true, false),
                    new OrderedMix(45, 5, 5, 0, 5, 0, 10, 10, false, true),
                    new OrderedMix(45, 5, 5, 0, 5, 0, 10, 10, false, true));

    /** Kinds of operation. */
    enum Kind {
        GET,
        PUT,
        PUT_IF_ABSENT,
        REPLACE,
        DELETE,
        DELETE_IF_EQUAL,
        RANGE,
        SWEEP
    }

    static OrderedMix draw(SplittableRandom lots) {
        return ALL.get(lots.nextInt(ALL.size()));
    }

    /** The next kind of operation. */
    Kind kind(RandomGenerator random) {
        int lot = random.nextInt(Arrays.stream(Kind.values()).mapToInt(this::share).sum());
        for (Kind kind : Kind.values()) {
            lot -= share(kind);
            if (lot < 0) {
                return kind;
            }
        }
        throw new AssertionError("shares do not add up: " + this);
    }

    /** The rank of the next key, for a kind of operation. */
    int rank(Kind kind, int size, RandomGenerator random) {
        if (steady) {
            int even = 2 * random.nextInt(size / 2);
            boolean reads = kind == Kind.GET || kind == Kind.RANGE;
            return reads && random.nextInt(COLD_ONE_IN) != 0 ? even : even + 1;
        }
        boolean near = hot && random.nextInt(COLD_ONE_IN) != 0;
        return near ? size / 2 + random.nextInt(HOT_KEYS) : random.nextInt(size);
    }

    private int share(Kind kind) {
        return switch (kind) {
            case GET -> gets;
            case PUT -> puts;
            case PUT_IF_ABSENT -> putsIfAbsent;
            case REPLACE -> replaces;
            case DELETE -> deletes;
            case DELETE_IF_EQUAL -> deletesIfEqual;
            case RANGE -> ranges;
            case SWEEP -> sweeps;
        };
    }
}
