package dev.mangrove.reproduce.nam;

import dev.mangrove.reproduce.Window;

/**
 * What clients do for a while.
 *
 * @param work the workload
 * @param clients number of clients that take part; those with higher numbers rest
 * @param window where they count: operations, or keys returned by range queries
 * @param share what each of them does at most, counted in the same way; then it rests
 */
record NamPhase(NamWork work, int clients, Window window, long share) {
    /** A phase in which clients work as long as it lasts. */
    NamPhase(NamWork work, int clients, Window window) {
        this(work, clients, window, Long.MAX_VALUE);
    }
}
