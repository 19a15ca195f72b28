package dev.mangrove.check.spatial;

import dev.mangrove.check.Findings;
import dev.mangrove.check.history.LinearizabilityChecker;
import dev.mangrove.check.history.LinearizabilityReport;
import dev.mangrove.check.history.PayloadHistory;
import dev.mangrove.check.history.SpatialHistory;
import dev.mangrove.check.history.WindowChecker;
import dev.mangrove.check.history.WindowFault;

import java.util.List;

/** Checks what the clients of a run have done and seen. */
final class SpatialVerdict {
    private static final long SEARCH_BOUND = 200_000;
    private static final int EXPLAINED_FAULTS = 3;

    private SpatialVerdict() {}

    /** Checks what reads of payloads have returned. */
    static void check(PayloadHistory payloads, Findings findings) {
        payloads.check().stream().limit(EXPLAINED_FAULTS).forEach(findings::violation);
    }

    /** Checks changes, then searches; returns the number of objects that are undecided. */
    static int check(SpatialHistory history, Findings findings) {
        LinearizabilityReport report =
                new LinearizabilityChecker(SEARCH_BOUND).check(history.operations());
        report.violations().forEach(violation -> findings.violation(violation.explanation()));
        WindowChecker windows = new WindowChecker(history);
        windows.checkCounts().stream().limit(EXPLAINED_FAULTS).forEach(findings::violation);
        List<WindowFault> faults = windows.check();
        faults.stream()
                .limit(EXPLAINED_FAULTS)
                .forEach(fault -> findings.violation(fault.explanation()));
        return report.undecidedKeys().size();
    }
}
