package dev.mangrove.bench.peers;

import java.util.List;

/**
 * A measurement.
 *
 * @param kind ordered or spatial
 * @param entries of the data
 * @param source where data is from; a dash if it is made up
 * @param contenders systems, ours first
 * @param phases in order
 * @param ratios that are told apart
 */
record Plan(
        String kind,
        int entries,
        String source,
        List<Contender> contenders,
        List<Phase> phases,
        List<RatioOf> ratios) {
    /** Copies the lists. */
    Plan {
        contenders = List.copyOf(contenders);
        phases = List.copyOf(phases);
        ratios = List.copyOf(ratios);
    }

    /** Turns in all. */
    int turns() {
        return phases.stream().mapToInt(Phase::rounds).sum() * contenders.size();
    }
}
