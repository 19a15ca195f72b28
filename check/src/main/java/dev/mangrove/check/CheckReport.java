package dev.mangrove.check;

import dev.mangrove.cli.report.Table;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Results of many runs.
 *
 * @param target name of the check
 * @param options further options of the command line; may be empty
 * @param seeds number of runs
 * @param operations number of checked operations
 * @param violations number of violations
 * @param undecided number of histories for which the search reached its bound, so that they are
 *     neither right nor wrong
 * @param firstUndecidedSeed first seed with such a history, or null
 * @param firstBadSeed first seed with a violation, or null
 * @param firstViolations the violations of that seed
 * @param traceHash hash over the traces of all runs
 * @param kinds how many runs checked what
 * @param coverage faults, retries and recoveries
 * @param demand what of these the runs must have had
 * @param seconds how long they took, or null
 */
public record CheckReport(
        String target,
        String options,
        long seeds,
        long operations,
        long violations,
        long undecided,
        @Nullable Long firstUndecidedSeed,
        @Nullable Long firstBadSeed,
        List<String> firstViolations,
        long traceHash,
        SortedMap<String, Long> kinds,
        Coverage coverage,
        CoverageDemand demand,
        @Nullable Double seconds) {
    private static final double MINUTE = 60;

    /**
     * One undecided history in so many seeds is tolerated; a shorter run has none. Chosen: runs of
     * 1,000 seeds have none today.
     */
    private static final long SEEDS_PER_UNDECIDED = 1_000;

    /** Keeps copies. */
    public CheckReport {
        firstViolations = List.copyOf(firstViolations);
        kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
    }

    /** The same with the time that the runs took. */
    public CheckReport within(double taken) {
        return new CheckReport(
                target,
                options,
                seeds,
                operations,
                violations,
                undecided,
                firstUndecidedSeed,
                firstBadSeed,
                firstViolations,
                traceHash,
                kinds,
                coverage,
                demand,
                taken);
    }

    private double perMinute(double taken) {
        return Math.round(seeds / Math.max(taken, 1e-3) * MINUTE);
    }

    /**
     * Whether no run had a violation, hardly any history is undecided, and the runs had all faults
     * and branches that they must have had.
     */
    public boolean isGood() {
        return violations == 0 && failures().isEmpty();
    }

    /** What is wrong with the runs as a whole, beside violations; a line each. */
    public List<String> failures() {
        List<String> lines = new ArrayList<>();
        List<String> missing = demand.missing(coverage);
        if (!missing.isEmpty()) {
            lines.add(
                    "never had in "
                            + seeds
                            + " seeds: "
                            + String.join(", ", missing)
                            + "; this check says nothing of them: make it reach them, or exempt"
                            + " them with a reason");
        }
        if (undecided * SEEDS_PER_UNDECIDED > seeds) {
            lines.add(
                    "undecided: "
                            + undecided
                            + " histories in "
                            + seeds
                            + " seeds, the first at seed "
                            + firstUndecidedSeed
                            + "; the search reached its bound, so they are neither right nor"
                            + " wrong");
        }
        return lines;
    }

    /** All figures, by the keys of the JSON output. */
    public Map<String, @Nullable Object> toJson() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("target", target);
        if (!options.isEmpty()) {
            json.put("options", options);
        }
        json.put("seeds", seeds);
        json.put("operations", operations);
        json.put("violations", violations);
        json.put("undecided", undecided);
        json.put("first_undecided_seed", firstUndecidedSeed);
        json.put("first_bad_seed", firstBadSeed);
        json.put("trace_hash", Long.toHexString(traceHash));
        json.put("kinds", kinds);
        json.put("coverage", coverage.counts());
        json.put("never", coverage.never());
        json.put("exempt", demand.exempt(coverage));
        json.put("missing", demand.missing(coverage));
        json.put("failures", failures());
        Double taken = seconds;
        if (taken != null) {
            json.put("seconds", taken);
            json.put("seeds_per_minute", perMinute(taken));
        }
        return json;
    }

    /** The report as text. */
    @Override
    public String toString() {
        Table table = new Table("check", "seeds", "operations", "violations", "undecided");
        table.row((target + " " + options).strip(), seeds, operations, violations, undecided);
        StringBuilder text = new StringBuilder(table.toString());
        if (kinds.size() > 1) {
            text.append('\n').append(byKind());
        }
        if (!coverage.counts().isEmpty()) {
            text.append('\n').append(coverage);
            text.append("never: ").append(coverage.never().isEmpty() ? "none" : "");
            text.append(String.join(", ", coverage.never())).append('\n');
            demand.exempt(coverage)
                    .forEach((name, reason) -> text.append(name + " is exempt: " + reason + "\n"));
        }
        Double taken = seconds;
        if (taken != null) {
            text.append("\nseeds per minute: ").append(Math.round(perMinute(taken))).append('\n');
        }
        failures().forEach(line -> text.append('\n').append(line).append('\n'));
        if (firstBadSeed != null) {
            text.append('\n');
            firstViolations.forEach(violation -> text.append(violation).append('\n'));
        }
        return text.toString();
    }

    private Table byKind() {
        Table table = new Table("kind", "seeds");
        kinds.forEach(table::row);
        return table;
    }
}
