package dev.mangrove.reproduce.catfish;

/**
 * What clients of the Catfish paper's cluster did.
 *
 * @param kops thousand operations per second
 * @param micros mean latency
 * @param p50 half of all operations took no longer, in microseconds
 * @param p99 ninety-nine of a hundred took no longer
 * @param searchMicros mean latency of searches
 * @param processors share of the server's cores that were busy
 * @param gbps what the server's link carried, both ways
 */
record CatfishPoint(
        double kops,
        double micros,
        double p50,
        double p99,
        double searchMicros,
        double processors,
        double gbps) {}
