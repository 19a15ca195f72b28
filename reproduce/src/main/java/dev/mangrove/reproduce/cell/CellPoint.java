package dev.mangrove.reproduce.cell;

import dev.mangrove.AccessMode;

import java.util.Map;

/**
 * Searches of all clients.
 *
 * @param perSecond throughput
 * @param micros mean latency
 */
record CellPoint(double perSecond, double micros) {
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
