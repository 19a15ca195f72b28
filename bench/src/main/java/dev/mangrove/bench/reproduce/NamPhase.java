package dev.mangrove.bench.reproduce;

/**
 * What clients do for a while.
 *
 * @param work the workload
 * @param clients number of clients that take part; those with higher numbers rest
 * @param window where they count: operations, or keys returned by range queries
 */
record NamPhase(NamWork work, int clients, Window window) {}
