package dev.mangrove.reproduce.nam;

import dev.mangrove.reproduce.Window;

/**
 * A phase of a measurement.
 *
 * @param work the workload
 * @param clients number of working clients; clients with higher numbers are idle
 * @param window counts operations, or keys returned by range queries
 * @param share maximum of each client, in the same unit; then it is idle
 */
record NamPhase(NamWork work, int clients, Window window, long share) {
    /** A phase without a maximum per client. */
    NamPhase(NamWork work, int clients, Window window) {
        this(work, clients, window, Long.MAX_VALUE);
    }
}
