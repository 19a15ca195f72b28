package dev.mangrove.bench.peers;

/**
 * What all systems do in turns.
 *
 * @param operation what
 * @param distribution on which data
 * @param threads at the same time
 * @param seconds of each turn
 * @param rounds turns of each system
 */
record Phase(String operation, String distribution, int threads, double seconds, int rounds) {
    /** The name by which figures are found. */
    String key() {
        return operation + " " + distribution + " " + threads;
    }
}
