package dev.mangrove.check.history;

import java.util.List;

/**
 * Result of a linearizability check of all keys of a history.
 *
 * @param keys number of checked keys
 * @param operations number of their operations
 * @param explored number of configurations tried
 * @param violatingKeys the keys that are not linearizable
 * @param undecidedKeys the keys for which the bound was reached
 * @param violations explanations for the first few violating keys
 */
public record LinearizabilityReport(
        int keys,
        int operations,
        long explored,
        List<Long> violatingKeys,
        List<Long> undecidedKeys,
        List<Violation> violations) {
    public LinearizabilityReport {
        violatingKeys = List.copyOf(violatingKeys);
        undecidedKeys = List.copyOf(undecidedKeys);
        violations = List.copyOf(violations);
    }

    /** VIOLATION if any key violates, else UNDECIDED if any key is undecided, else LINEARIZABLE. */
    public Verdict verdict() {
        if (!violatingKeys.isEmpty()) {
            return Verdict.VIOLATION;
        }
        return undecidedKeys.isEmpty() ? Verdict.LINEARIZABLE : Verdict.UNDECIDED;
    }

    /** The report as text, without a trailing newline. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(verdict()).append(": ").append(operations).append(" operations on ");
        text.append(keys).append(" keys, ").append(explored).append(" configurations tried");
        if (!violatingKeys.isEmpty()) {
            text.append("\nnot linearizable: ").append(violatingKeys.size()).append(" keys");
        }
        if (!undecidedKeys.isEmpty()) {
            text.append("\nundecided within the bound: keys ").append(undecidedKeys);
        }
        for (Violation violation : violations) {
            text.append("\n\n").append(violation.explanation());
        }
        return text.toString();
    }
}
