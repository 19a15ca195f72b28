package dev.mangrove.check;

import dev.mangrove.check.history.History;

import java.util.List;

/**
 * Result of one run.
 *
 * @param operations operations under check
 * @param violations promises that were broken, in words
 * @param undecided histories too hard to decide
 * @param traceHash hash of all that happened
 * @param coverage faults, retries and recoveries
 * @param history operations on single keys, words or objects
 */
public record SeedResult(
        long operations,
        List<String> violations,
        int undecided,
        long traceHash,
        Coverage coverage,
        History history) {
    /** Keeps a copy. */
    public SeedResult {
        violations = List.copyOf(violations);
    }
}
