package dev.mangrove.check.stress;

import dev.mangrove.check.OperationShares;

/**
 * Shares of the operations. Phases in which the number of keys grows alternate with phases in which
 * it shrinks, for all clients at the same time, so that pages fill and empty.
 *
 * @param shares how often each kind
 * @param shrinks whether the number of keys shrinks: a series deletes instead of putting
 */
record StressMix(OperationShares shares, boolean shrinks) {
    private static final StressMix GROWING =
            new StressMix(new OperationShares(15, 30, 20, 10, 3, 2, 12, 8), false);
    private static final StressMix SHRINKING =
            new StressMix(new OperationShares(15, 8, 5, 10, 32, 10, 12, 8), true);

    /**
     * Chosen: thousands of operations, so that pages of a small index split and merge in a phase.
     */
    private static final long PHASE_NANOS = 70_000_000;

    static StressMix at(long time) {
        return Math.floorMod(time / PHASE_NANOS, 2) == 0 ? GROWING : SHRINKING;
    }
}
