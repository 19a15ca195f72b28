package dev.mangrove.check;

import java.util.List;

/**
 * What one run has shown.
 *
 * @param operations operations under check
 * @param violations promises that were broken, in words
 * @param undecided histories too hard to decide
 * @param traceHash hash of all that happened
 */
public record SeedResult(long operations, List<String> violations, int undecided, long traceHash) {
    /** Keeps a copy. */
    public SeedResult {
        violations = List.copyOf(violations);
    }
}
