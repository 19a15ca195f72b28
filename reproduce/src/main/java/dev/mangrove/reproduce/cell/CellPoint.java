package dev.mangrove.reproduce.cell;

import dev.mangrove.AccessMode;
import dev.mangrove.reproduce.Window;

import java.util.Map;

/**
 * Searches of all clients.
 *
 * @param perSecond throughput
 * @param micros mean latency
 * @param p50 median latency in microseconds
 * @param p90 90th percentile
 */
record CellPoint(double perSecond, double micros, double p50, double p90) {
    /** What a window has counted in {@code nanos}. */
    static CellPoint of(Window window, long nanos) {
        return new CellPoint(
                window.count() * 1e9 / nanos,
                window.meanNanos() / 1e3,
                window.percentileNanos(0.5) / 1e3,
                window.percentileNanos(0.9) / 1e3);
    }

    /** The point of an access mode. */
    static CellPoint in(Map<AccessMode, CellPoint> points, AccessMode mode) {
        CellPoint point = points.get(mode);
        if (point == null) {
            throw new IllegalStateException("not measured: " + mode.text());
        }
        return point;
    }

    /** Throughput in thousands per second. */
    double thousands() {
        return perSecond / 1e3;
    }

    /** The point with the higher throughput. */
    CellPoint higher(CellPoint other) {
        return perSecond >= other.perSecond ? this : other;
    }
}
