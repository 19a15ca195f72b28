package dev.mangrove.check.stress;

import java.util.random.RandomGenerator;

/**
 * Shares of the operations. Phases in which the number of keys grows alternate with phases in which
 * it shrinks, for all clients at the same time, so that pages fill and empty.
 *
 * @param gets share of gets
 * @param puts share of puts
 * @param putsIfAbsent share of puts that require the key to be absent
 * @param replaces share of compare-and-sets
 * @param deletes share of deletes
 * @param deletesIfEqual share of deletes that require an expected value
 * @param ranges share of ranges
 * @param sweeps share of series of operations on neighbouring keys, in order
 * @param shrinks whether the number of keys shrinks: a series deletes instead of putting
 */
record StressMix(
        int gets,
        int puts,
        int putsIfAbsent,
        int replaces,
        int deletes,
        int deletesIfEqual,
        int ranges,
        int sweeps,
        boolean shrinks) {
    private static final StressMix GROWING = new StressMix(15, 30, 20, 10, 3, 2, 12, 8, false);
    private static final StressMix SHRINKING = new StressMix(15, 8, 5, 10, 32, 10, 12, 8, true);
    private static final int WHOLE = 100;
    private static final long TURN_NANOS = 70_000_000;

    /** Rejects shares with a wrong sum, so that drawing a step need not compute it. */
    StressMix {
        int sum =
                gets + puts + putsIfAbsent + replaces + deletes + deletesIfEqual + ranges + sweeps;
        if (sum != WHOLE) {
            throw new IllegalArgumentException("shares do not add up: sum=" + sum);
        }
    }

    /** Kinds of operation. */
    enum Step {
        GET,
        PUT,
        PUT_IF_ABSENT,
        REPLACE,
        DELETE,
        DELETE_IF_EQUAL,
        RANGE,
        SWEEP
    }

    static StressMix at(long time) {
        return Math.floorMod(time / TURN_NANOS, 2) == 0 ? GROWING : SHRINKING;
    }

    Step step(RandomGenerator random) {
        int lot = random.nextInt(WHOLE);
        for (Step step : Step.values()) {
            lot -= share(step);
            if (lot < 0) {
                return step;
            }
        }
        throw new AssertionError("shares do not add up: " + this);
    }

    private int share(Step step) {
        return switch (step) {
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
