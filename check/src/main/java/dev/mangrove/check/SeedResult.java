package dev.mangrove.check;

import java.util.List;

/**
 * Result of one run.
 *
 * @param operations number of checked operations
 * @param violations descriptions of the violations
 * @param undecided number of histories for which the search reached its bound
 * @param traceHash hash over all events of the run
 */
public record SeedResult(long operations, List<String> violations, int undecided, long traceHash) {
    /** Copies the list. */
    public SeedResult {
        violations = List.copyOf(violations);
    }
}
