package dev.mangrove.reproduce.sherman;

import dev.mangrove.reproduce.Usage;
import dev.mangrove.reproduce.Window;

/**
 * Measured values of a system under a workload.
 *
 * @param mops million operations per second
 * @param p50 median latency in microseconds
 * @param p90 90th percentile
 * @param p99 99th percentile
 * @param usage of the cluster's resources
 */
record ShermanPoint(double mops, double p50, double p90, double p99, Usage usage) {
    static ShermanPoint of(Window window, long nanos, Usage usage) {
        return new ShermanPoint(
                window.count() * 1e3 / nanos,
                window.percentileNanos(0.5) / 1e3,
                window.percentileNanos(0.9) / 1e3,
                window.percentileNanos(0.99) / 1e3,
                usage);
    }
}
