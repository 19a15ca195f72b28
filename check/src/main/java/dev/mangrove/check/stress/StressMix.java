package dev.mangrove.check.stress;

import java.util.random.RandomGenerator;

/**
 * How often what is done. Times in which keys become more take turns with times in which they
 * become fewer, for all clients alike, so that pages fill and empty.
 *
 * @param gets share of gets
 * @param puts share of puts
 * @param putsIfAbsent share of puts that want the key absent
 * @param replaces share of compare-and-sets
 * @param deletes share of deletes
 * @param ranges share of ranges
 * @param sweeps share of runs of neighbouring keys, in order
 * @param shrinks whether keys become fewer: a run deletes, and does not put
 */
record StressMix(
        int gets,
        int puts,
        int putsIfAbsent,
        int replaces,
        int deletes,
        int ranges,
        int sweeps,
        boolean shrinks) {
    private static final StressMix GROWING = new StressMix(15, 30, 20, 10, 5, 12, 8, false);
    private static final StressMix SHRINKING = new StressMix(15, 8, 5, 10, 42, 12, 8, true);
    private static final long TURN_NANOS = 70_000_000;

    /** What a thread does next. */
    enum Step {
        GET,
        PUT,
        PUT_IF_ABSENT,
        REPLACE,
        DELETE,
        RANGE,
        SWEEP
    }

    static StressMix at(long time) {
        return Math.floorMod(time / TURN_NANOS, 2) == 0 ? GROWING : SHRINKING;
    }

    Step step(RandomGenerator random) {
        int lot = random.nextInt(gets + puts + putsIfAbsent + replaces + deletes + ranges + sweeps);
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
            case RANGE -> ranges;
            case SWEEP -> sweeps;
        };
    }
}
