package dev.mangrove.check;

import dev.mangrove.cli.report.Table;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What many runs have shown.
 *
 * @param target what was checked
 * @param options its own options on the command line, or nothing
 * @param seeds runs
 * @param operations operations under check
 * @param violations promises that were broken
 * @param undecided histories too hard to decide
 * @param firstBadSeed first seed with a violation, or null
 * @param firstViolations what was broken there
 * @param traceHash hash over the traces of all runs
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
        long traceHash) {
    /** Keeps a copy. */
    public CheckReport {
        firstViolations = List.copyOf(firstViolations);
    }

    /** Whether all promises held. */
    public boolean isGood() {
        return violations == 0;
    }

    /** The report for programs. */
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
        return json;
    }

    /** The report for people. */
    @Override
    public String toString() {
        Table table = new Table("check", "seeds", "operations", "violations", "undecided");
        table.row((target + " " + options).strip(), seeds, operations, violations, undecided);
        StringBuilder text = new StringBuilder(table.toString());
        if (firstBadSeed != null) {
            text.append('\n');
            firstViolations.forEach(violation -> text.append(violation).append('\n'));
        }
        return text.toString();
    }
}
