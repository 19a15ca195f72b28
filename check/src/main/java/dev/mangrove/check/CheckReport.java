package dev.mangrove.check;

import dev.mangrove.cli.report.Table;

import org.jspecify.annotations.Nullable;

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
 * @param undecided number of histories for which the search reached its bound
 * @param firstBadSeed first seed with a violation, or null
 * @param firstViolations the violations of that seed
 * @param traceHash hash over the traces of all runs
 * @param kinds how many runs checked what
 * @param coverage faults, retries and recoveries
 * @param seconds how long they took, or null
 */
public record CheckReport(
        String target,
        String options,
        long seeds,
        long operations,
        long violations,
        long undecided,
        @Nullable Long firstBadSeed,
        List<String> firstViolations,
        long traceHash,
        SortedMap<String, Long> kinds,
        Coverage coverage,
        @Nullable Double seconds) {
    private static final double MINUTE = 60;

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
                firstBadSeed,
                firstViolations,
                traceHash,
                kinds,
                coverage,
                taken);
    }

    private double perMinute(double taken) {
        return Math.round(seeds / Math.max(taken, 1e-3) * MINUTE);
    }

    /** Whether no run had a violation. */
    public boolean isGood() {
        return violations == 0;
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
        json.put("first_bad_seed", firstBadSeed);
        json.put("trace_hash", Long.toHexString(traceHash));
        json.put("kinds", kinds);
        json.put("coverage", coverage.counts());
        json.put("never", coverage.never());
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
        }
        Double taken = seconds;
        if (taken != null) {
            text.append("\nseeds per minute: ").append(Math.round(perMinute(taken))).append('\n');
        }
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
