package dev.mangrove.bench.peers;

/**
 * A ratio of the JSON output: our rate divided by a peer's.
 *
 * @param name of the ratio
 * @param phase key of the phase
 * @param ours name of our system
 * @param peer name of the peer
 * @param wanted the ratio to reach
 */
record RatioOf(String name, String phase, String ours, String peer, double wanted) {}
