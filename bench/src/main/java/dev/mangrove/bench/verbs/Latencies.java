package dev.mangrove.bench.verbs;

import java.util.Arrays;

/** Times of single operations in nanoseconds, each kept as measured. */
final class Latencies {
    private final long[] nanos;
    private int count;
    private boolean sorted;

    Latencies(int capacity) {
        nanos = new long[capacity];
    }

    void add(long value) {
        nanos[count++] = value;
        sorted = false;
    }

    boolean isFull() {
        return count == nanos.length;
    }

    /** The quantile: the least time that a share of all operations does not exceed. */
    long quantile(double share) {
        if (count == 0) {
            throw new IllegalStateException("nothing was measured");
        }
        if (!sorted) {
            Arrays.sort(nanos, 0, count);
            sorted = true;
        }
        return nanos[Math.min(count - 1, (int) (share * count))];
    }

    long median() {
        return quantile(0.5);
    }
}
