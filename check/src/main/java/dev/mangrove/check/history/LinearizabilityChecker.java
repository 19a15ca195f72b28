package dev.mangrove.check.history;

import dev.mangrove.check.history.search.LinearizationSearch;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks that every key of a history behaved like one register: for each key there is an order of
 * effects that explains all responses and in which every operation takes effect between its
 * invocation and its response. Linearizability is local, so the keys can be checked separately.
 *
 * <p>A number of configurations bounds the search, not a time, so that a history has the same
 * verdict on any machine.
 */
public final class LinearizabilityChecker {
    /** Chosen: a search reaches this bound in a few seconds. */
    public static final long DEFAULT_BOUND = 1_000_000;

    private static final int EXPLAINED_KEYS = 3;

    private final long bound;

    /** Creates a checker with the default bound. */
    public LinearizabilityChecker() {
        this(DEFAULT_BOUND);
    }

    /**
     * Creates a checker that leaves a key undecided after {@code bound} configurations more than
     * the key has operations.
     */
    public LinearizabilityChecker(long bound) {
        if (bound < 0) {
            throw new IllegalArgumentException("negative bound: bound=" + bound);
        }
        this.bound = bound;
    }

    /** Checks all keys. */
    public LinearizabilityReport check(History history) {
        KeyPartition partition = KeyPartition.of(history);
        List<Long> violating = new ArrayList<>();
        List<Long> undecided = new ArrayList<>();
        List<Violation> violations = new ArrayList<>();
        long explored = 0;
        int operations = 0;
        for (int i = 0; i < partition.size(); i++) {
            int[] ops = partition.ops(i);
            LinearizationSearch search = new LinearizationSearch(history, ops);
            Verdict verdict = search.run(bound);
            operations += ops.length;
            explored += search.explored();
            if (verdict == Verdict.UNDECIDED) {
                undecided.add(partition.key(i));
            } else if (verdict == Verdict.VIOLATION) {
                violating.add(partition.key(i));
                if (violations.size() < EXPLAINED_KEYS) {
                    violations.add(new ViolationExplainer(history, ops).explain());
                }
            }
        }
        return new LinearizabilityReport(
                partition.size(), operations, explored, violating, undecided, violations);
    }
}
