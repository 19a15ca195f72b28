package dev.mangrove.reproduce;

import java.util.Arrays;

/** Counts operations that end within an interval of virtual time, and their latencies. */
public final class Window {
    private static final int STEPS_PER_OCTAVE = 32;
    private static final int BUCKETS = 48 * STEPS_PER_OCTAVE;

    private final long[] buckets = new long[BUCKETS];
    private long from = Long.MAX_VALUE;
    private long until = Long.MAX_VALUE;
    private long count;
    private long sum;
    private long longest;

    /** Starts an interval of {@code nanos} and resets all counts. */
    public void open(long now, long nanos) {
        from = now;
        until = now + nanos;
        count = 0;
        sum = 0;
        longest = 0;
        Arrays.fill(buckets, 0);
    }

    /** Adds an operation that did {@code amount} units of work. */
    public void record(long startNanos, long endNanos, long amount) {
        if (endNanos < from || endNanos >= until) {
            return;
        }
        long took = endNanos - startNanos;
        count += amount;
        sum += took * amount;
        longest = Math.max(longest, took);
        buckets[bucket(took)] += amount;
    }

    public void record(long startNanos, long endNanos) {
        record(startNanos, endNanos, 1);
    }

    /** Adds what another window has counted. */
    public void add(Window other) {
        count += other.count;
        sum += other.sum;
        longest = Math.max(longest, other.longest);
        for (int i = 0; i < BUCKETS; i++) {
            buckets[i] += other.buckets[i];
        }
    }

    public long count() {
        return count;
    }

    public double perSecond() {
        return count * 1e9 / (until - from);
    }

    public double meanNanos() {
        return count == 0 ? 0 : (double) sum / count;
    }

    /** The longest latency; 0 if no operation has ended. */
    public long longestNanos() {
        return longest;
    }

    /** The quantile of the latencies, with an error of at most 3 %. */
    public double percentileNanos(double share) {
        long rank = (long) Math.ceil(share * count);
        long seen = 0;
        for (int i = 0; i < BUCKETS; i++) {
            seen += buckets[i];
            if (seen >= rank && seen > 0) {
                return StrictMath.pow(2, (i + 0.5) / STEPS_PER_OCTAVE);
            }
        }
        return 0;
    }

    private static int bucket(long nanos) {
        double octaves = StrictMath.log((double) Math.max(nanos, 1)) / StrictMath.log(2);
        return Math.min(BUCKETS - 1, (int) (octaves * STEPS_PER_OCTAVE));
    }
}
