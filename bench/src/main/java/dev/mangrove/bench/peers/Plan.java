package dev.mangrove.bench.peers;

import java.util.List;

/**
 * Systems, phases and ratios of a measurement.
 *
 * @param kind ordered, bytes or spatial
 * @param entries number of entries to load
 * @param source file of the data; a dash for synthetic data
 * @param systems systems, ours first
 * @param phases in order
 * @param ratios to report
 */
record Plan(
        String kind,
        int entries,
        String source,
        List<MeasuredSystem> systems,
        List<Phase> phases,
        List<RatioOf> ratios) {
    /** The source of synthetic data. */
    static final String MADE_UP = "-";

    /** Copies the lists. */
    Plan {
        systems = List.copyOf(systems);
        phases = List.copyOf(phases);
        ratios = List.copyOf(ratios);
    }

    /** Total number of turns. */
    int turns() {
        return phases.stream().mapToInt(Phase::rounds).sum() * systems.size();
    }
}
