package dev.mangrove.bench.peers;

/**
 * A ratio of the JSON output: our rate divided by a peer's.
 *
 * @param name of the ratio
 * @param phase key of our phase
 * @param ours name of our system
 * @param peerPhase key of the peer's phase
 * @param peer name of the peer
 * @param wanted the ratio to reach
 */
record RatioOf(
        String name, String phase, String ours, String peerPhase, String peer, double wanted) {
    /** Creates a ratio of two systems in the same phase. */
    static RatioOf of(String name, String phase, String ours, String peer, double wanted) {
        return new RatioOf(name, phase, ours, phase, peer, wanted);
    }
}
