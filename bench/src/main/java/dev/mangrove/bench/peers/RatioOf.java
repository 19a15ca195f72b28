package dev.mangrove.bench.peers;

/**
 * A ratio that programs look for: ours to a peer's.
 *
 * @param name of the ratio
 * @param phase key of the phase
 * @param ours our contender
 * @param peer the other one
 * @param wanted what it should reach
 */
record RatioOf(String name, String phase, String ours, String peer, double wanted) {}
