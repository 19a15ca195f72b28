package dev.mangrove.check.stress;

/**
 * When what happens, for all processes alike, in {@link System#nanoTime}.
 *
 * @param start when work begins
 * @param end when it ends
 */
record StressClock(long start, long end) {
    /** So long all work on the same keys. */
    static final long ROUND_NANOS = 2_000_000_000;

    /** So often all threads begin to work at the same time. */
    static final long BEAT_NANOS = 10_000_000;

    /** In so long from the start of a beat most of its operations are done. */
    static final long BUSY_NANOS = 2_000_000;

    private static final double NANOS = 1e9;

    /** Rounds in so many seconds. */
    static int rounds(double seconds) {
        return (int) Math.ceil(seconds * NANOS / ROUND_NANOS);
    }

    boolean isOver(long now) {
        return now - end >= 0;
    }

    /** The round at a time; the first is 0. */
    int round(long now) {
        return (int) (Math.clamp(now - start, 0, end - start - 1) / ROUND_NANOS);
    }

    /** Start of the next beat after a time. */
    long nextBeat(long now) {
        return start + (Math.floorDiv(now - start, BEAT_NANOS) + 1) * BEAT_NANOS;
    }
}
