package dev.mangrove.check.stress;

/**
 * The common schedule of all processes, in {@link System#nanoTime}.
 *
 * @param start of the work
 * @param end of the work
 */
record StressClock(long start, long end) {
    /** Length of a round, in which all clients use the same keys; see the package. */
    static final long ROUND_NANOS = 2_000_000_000;

    /** Length of a beat; all threads start operations at its beginning. See the package. */
    static final long BEAT_NANOS = 10_000_000;

    /**
     * Length of the busy part of a beat, in which most of its operations run. Chosen, not tuned.
     */
    static final long BUSY_NANOS = 2_000_000;

    private static final double NANOS = 1e9;

    /** Number of rounds in {@code seconds}. */
    static int rounds(double seconds) {
        return (int) Math.ceil(seconds * NANOS / ROUND_NANOS);
    }

    boolean isOver(long now) {
        return now - end >= 0;
    }

    /** The round at a time, from 0 on. */
    int round(long now) {
        return (int) (Math.clamp(now - start, 0, end - start - 1) / ROUND_NANOS);
    }

    /** Start of the next beat after a time. */
    long nextBeat(long now) {
        return start + (Math.floorDiv(now - start, BEAT_NANOS) + 1) * BEAT_NANOS;
    }
}
