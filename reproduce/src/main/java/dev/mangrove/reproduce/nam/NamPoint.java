package dev.mangrove.reproduce.nam;

import dev.mangrove.reproduce.Usage;

import java.util.Collections;
import java.util.List;

/**
 * Measured values with one number of clients.
 *
 * @param clients number of clients
 * @param perSecond operations per second of all clients
 * @param serverBytes bytes per second on each server's link, both directions
 * @param wireBytes bytes per operation on the links of all hosts; each byte counts at sender and
 *     receiver
 * @param usage of the cluster's resources
 */
record NamPoint(
        int clients, double perSecond, List<Double> serverBytes, double wireBytes, Usage usage) {
    /** Copies the list. */
    NamPoint {
        serverBytes = List.copyOf(serverBytes);
    }

    /** Mean latency by Little's law: each client always has one outstanding operation. */
    double micros() {
        return clients / perSecond * 1e6;
    }

    /** Bytes per operation on the network. */
    double bytesPerOperation() {
        return bytesPerSecond() / perSecond;
    }

    /** Bytes per second on the links of all servers. */
    double bytesPerSecond() {
        return serverBytes.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** The busiest server's share of the bytes. */
    double largestShare() {
        return Collections.max(serverBytes) / bytesPerSecond();
    }

    /** The least busy server's share of the bytes. */
    double smallestShare() {
        return Collections.min(serverBytes) / bytesPerSecond();
    }
}
