package dev.mangrove.reproduce.catfish;

import dev.mangrove.reproduce.Usage;

/**
 * Measured values of clients of the Catfish paper's cluster.
 *
 * @param kops thousand operations per second
 * @param micros mean latency in microseconds
 * @param p50 median latency in microseconds
 * @param p99 99th percentile of latency in microseconds
 * @param searchMicros mean latency of searches in microseconds
 * @param processors utilization of the server's cores, 0 to 1
 * @param gbps traffic of the server's link, both directions
 * @param usage of the cluster's resources
 */
record CatfishPoint(
        double kops,
        double micros,
        double p50,
        double p99,
        double searchMicros,
        double processors,
        double gbps,
        Usage usage) {}
