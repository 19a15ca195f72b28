package dev.mangrove.check.stress;

import dev.mangrove.check.history.History;
import dev.mangrove.check.history.LinearizabilityChecker;
import dev.mangrove.check.history.LinearizabilityReport;
import dev.mangrove.check.history.RangeChecker;
import dev.mangrove.check.history.RangeFault;
import dev.mangrove.check.history.Verdict;

import java.util.ArrayList;
import java.util.List;

/**
 * The check of a round's history: each key is linearizable, ranges are correct, and both together
 * are linearizable.
 *
 * @param violations explanations of violations
 * @param undecided number of keys for which the search reached its bound
 */
record PieceCheck(List<String> violations, int undecided) {
    private static final int EXPLAINED_FAULTS = 3;

    /** Copies the list. */
    PieceCheck {
        violations = List.copyOf(violations);
    }

    /** Checks single operations, then ranges, then both together. */
    static PieceCheck of(Pieces.Piece piece) {
        LinearizabilityReport single = new LinearizabilityChecker().check(piece.history());
        if (single.verdict() == Verdict.VIOLATION) {
            return of(single);
        }
        RangeChecker checker = new RangeChecker(piece.history(), piece.ranges());
        List<RangeFault> faults = checker.check();
        if (!faults.isEmpty()) {
            List<String> texts = new ArrayList<>();
            faults.stream()
                    .limit(EXPLAINED_FAULTS)
                    .forEach(fault -> texts.add(fault.explanation()));
            return new PieceCheck(texts, single.undecidedKeys().size());
        }
        History reads = checker.asReads();
        return of(new LinearizabilityChecker().check(reads));
    }

    private static PieceCheck of(LinearizabilityReport report) {
        List<String> texts = new ArrayList<>();
        report.violations().forEach(violation -> texts.add(violation.explanation()));
        return new PieceCheck(texts, report.undecidedKeys().size());
    }
}
