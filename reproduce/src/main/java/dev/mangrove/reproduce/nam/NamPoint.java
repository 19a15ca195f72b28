package dev.mangrove.reproduce.nam;

import java.util.Collections;
import java.util.List;

/**
 * What was measured with some number of clients.
 *
 * @param clients how many worked
 * @param perSecond operations of all of them
 * @param serverBytes bytes per second on the wires of each server, both ways
 * @param wireBytes bytes of each operation on the wires of all machines, so each counts twice
 */
record NamPoint(int clients, double perSecond, List<Double> serverBytes, double wireBytes) {
    /** Keeps a copy. */
    NamPoint {
        serverBytes = List.copyOf(serverBytes);
    }

    /** Mean time of an operation: clients have one under way, always. */
    double micros() {
        return clients / perSecond * 1e6;
    }

    /** Bytes on the wires for each operation. */
    double bytesPerOperation() {
        return bytesPerSecond() / perSecond;
    }

    /** Bytes on the wires of all servers. */
    double bytesPerSecond() {
        return serverBytes.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Share of the bytes that the busiest server has. */
    double largestShare() {
        return Collections.max(serverBytes) / bytesPerSecond();
    }

    /** Share of the bytes that the least busy server has. */
    double smallestShare() {
        return Collections.min(serverBytes) / bytesPerSecond();
    }
}
