package dev.mangrove.bench.peers;

/**
 * One kind of operation that all systems execute in turns.
 *
 * @param operation name of the operation
 * @param distribution of the keys or windows
 * @param threads of each system at the same time
 * @param seconds of each turn
 * @param rounds number of turns of each system
 */
record Phase(String operation, String distribution, int threads, double seconds, int rounds) {
    /** The phase's key in the JSON output. */
    String key() {
        return operation + " " + distribution + " " + threads;
    }
}
