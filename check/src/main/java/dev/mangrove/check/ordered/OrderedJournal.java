package dev.mangrove.check.ordered;

import dev.mangrove.AccessRefusedException;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.OutcomeUnknownException;
import dev.mangrove.ServerLostException;
import dev.mangrove.ServerTimeoutException;
import dev.mangrove.check.Findings;
import dev.mangrove.check.history.CountChecker;
import dev.mangrove.check.history.History;
import dev.mangrove.check.history.KeyCount;
import dev.mangrove.check.history.LifetimeHistory;
import dev.mangrove.check.history.LinearizabilityChecker;
import dev.mangrove.check.history.LinearizabilityReport;
import dev.mangrove.check.history.RangeChecker;
import dev.mangrove.check.history.RangeFault;
import dev.mangrove.check.history.RangeHistory;
import dev.mangrove.check.history.Verdict;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The operations of all clients of a run with their responses, and the checks of them. */
public final class OrderedJournal {
    private static final long SEARCH_BOUND = 200_000;
    private static final int EXPLAINED_FAULTS = 3;
    private static final EnumSet<FabricException.Kind> LOSSES =
            EnumSet.of(
                    FabricException.Kind.CLOSED,
                    FabricException.Kind.PEER_LOST,
                    FabricException.Kind.TIMEOUT,
                    FabricException.Kind.REFUSED,
                    FabricException.Kind.BAD_KEY);

    private final History history = new History(1024);
    private final RangeHistory ranges = new RangeHistory(128, 4096);
    private final List<KeyCount> counts = new ArrayList<>();
    private final TreeMap<Integer, String> underWay = new TreeMap<>();
    private final Findings findings;
    private final boolean mayLoseConnections;
    private final boolean mayRunOut;
    private final @Nullable Consumer<String> lines;
    private final ExpiryTimes expiryTimes = new ExpiryTimes();
    private final LifetimeHistory lifetimes = new LifetimeHistory();
    private History everything = history;
    private int undecided;

    /**
     * Creates an empty journal.
     *
     * @param mayLoseConnections whether an operation may fail because its connection did
     * @param mayRunOut whether a change may fail because servers have no memory left
     * @param lines takes a readable trace, or null
     */
    public OrderedJournal(
            Findings findings,
            boolean mayLoseConnections,
            boolean mayRunOut,
            @Nullable Consumer<String> lines) {
        this.findings = findings;
        this.mayLoseConnections = mayLoseConnections;
        this.mayRunOut = mayRunOut;
        this.lines = lines;
    }

    public History history() {
        return history;
    }

    /** All operations; once ranges have been checked, what they returned is in it as gets. */
    public History everything() {
        return everything;
    }

    RangeHistory ranges() {
        return ranges;
    }

    public Findings findings() {
        return findings;
    }

    /** Whether clients may have lost connections, and with them pages that they kept. */
    public boolean mayLoseConnections() {
        return mayLoseConnections;
    }

    public int undecided() {
        return undecided;
    }

    /** A client starts something. */
    public void begins(int client, String what) {
        findings.operation();
        underWay.put(client, what);
        say(client, what);
    }

    /** A client has come to the end of what it started. */
    public void ends(int client, Object result) {
        underWay.remove(client);
        say(client, "-> " + result);
    }

    /** What clients have started and not ended. */
    public String underWay() {
        return underWay.toString();
    }

    /**
     * An operation failed, which is excused if a connection has broken and may do so. The first
     * view of an index plants its root, for which there may be no memory. There may be none for a
     * second index, too, if the client that created the first has crashed.
     */
    public void lost(int client, RuntimeException reason) {
        @Nullable String what = underWay.remove(client);
        say(client, "lost: " + reason.getMessage());
        boolean opens = mayRunOut && what == null && isLackOfMemory(reason);
        if (!opens && (!mayLoseConnections || !isLoss(reason))) {
            violation(client, (what == null ? "" : what + " ") + "failed: " + reason);
        }
    }

    /** Whether servers have no memory; those of a run that has little refuse it in two ways. */
    public static boolean isLackOfMemory(RuntimeException reason) {
        return reason instanceof MemoryExhaustedException
                || (reason instanceof RequestRefusedException refusal
                        && refusal.status() == Status.OUT_OF_MEMORY);
    }

    /** A change was refused for lack of memory, which is excused if the run has little of it. */
    public void ranOut(int client, RuntimeException reason) {
        @Nullable String what = underWay.remove(client);
        say(client, "no memory: " + reason.getMessage());
        if (!mayRunOut) {
            violation(client, (what == null ? "" : what + " ") + "failed: " + reason);
        }
    }

    /** Whether a server could not be reached; a damaged tree is no loss. */
    private static boolean isLoss(RuntimeException reason) {
        return switch (reason) {
            case FabricException failure -> LOSSES.contains(failure.kind());
            case RequestRefusedException refusal -> refusal.status() == Status.DENIED;
            case ServerLostException _, ServerTimeoutException _, AccessRefusedException _ -> true;
            case OutcomeUnknownException unknown ->
                    unknown.getCause() instanceof RuntimeException cause && isLoss(cause);
            default -> false;
        };
    }

    /** Notes a promise that was broken. */
    public void violation(int client, String what) {
        findings.violation("client " + client + ": " + what);
    }

    /** A client failed in a way that no fault allows. */
    public void broken(int client, Throwable failure) {
        @Nullable String what = underWay.remove(client);
        StackTraceElement[] stack = failure.getStackTrace();
        StringBuilder text = new StringBuilder();
        text.append(what == null ? "" : what + " ").append("failed: ").append(failure);
        for (int i = 0; i < Math.min(stack.length, 8); i++) {
            text.append("\n    at ").append(stack[i]);
        }
        violation(client, text.toString());
    }

    /** Until when values may be found. */
    ExpiryTimes expiryTimes() {
        return expiryTimes;
    }

    /** What clients do to the lifetimes of values. */
    LifetimeHistory lifetimes() {
        return lifetimes;
    }

    /** A client has counted keys. */
    void counted(KeyCount count) {
        counts.add(count);
    }

    /** Checks single operations, then ranges and counts, then all together. */
    public void check() {
        lifetimes.addEndsTo(history);
        LinearizabilityReport single = check(history);
        if (single.verdict() == Verdict.VIOLATION) {
            return;
        }
        CountChecker ofCounts = new CountChecker(history);
        counts.forEach(count -> ofCounts.fault(count).ifPresent(findings::violation));
        RangeChecker checker = new RangeChecker(history, ranges);
        List<RangeFault> faults = checker.check();
        faults.stream()
                .limit(EXPLAINED_FAULTS)
                .forEach(fault -> findings.violation(fault.explanation()));
        if (faults.isEmpty()) {
            everything = checker.asReads();
            check(everything);
        }
    }

    private LinearizabilityReport check(History operations) {
        LinearizabilityReport report = new LinearizabilityChecker(SEARCH_BOUND).check(operations);
        report.violations().forEach(violation -> findings.violation(violation.explanation()));
        undecided = Math.max(undecided, report.undecidedKeys().size());
        return report;
    }

    private void say(int client, String what) {
        if (lines != null) {
            lines.accept("client " + client + ": " + what);
        }
    }
}
