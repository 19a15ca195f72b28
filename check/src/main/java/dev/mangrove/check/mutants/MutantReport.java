package dev.mangrove.check.mutants;

import dev.mangrove.cli.report.Table;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which mutants were caught.
 *
 * @param rows one per mutant
 * @param control one per check, without a mutant
 */
public record MutantReport(List<Row> rows, List<ControlRow> control) {
    /**
     * What became of a mutant.
     *
     * @param mutant the mutant
     * @param answer what its process said
     * @param isKnown whether an earlier run has tried the same code
     */
    record Row(Mutant mutant, String answer, boolean isKnown) {
        boolean isSurvivor() {
            return !answer.startsWith(MutantTrial.CAUGHT);
        }

        /** The seed at which the check has objected; null if it never has. */
        @Nullable Long caughtAt() {
            if (isSurvivor()) {
                return null;
            }
            String rest = answer.substring(MutantTrial.CAUGHT.length()).strip();
            return Long.valueOf(rest.substring(0, rest.indexOf(':')));
        }

        /** The row for programs. */
        Map<String, @Nullable Object> toJson() {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("name", mutant.name());
            json.put("check", mutant.check());
            json.put("seeds", mutant.seeds());
            json.put("caught_at", caughtAt());
            json.put("known", isKnown);
            return json;
        }
    }

    /** Keeps a copy. */
    public MutantReport {
        rows = List.copyOf(rows);
        control = List.copyOf(control);
    }

    /** Names of the mutants that no check has objected to. */
    public List<String> survivors() {
        return rows.stream().filter(Row::isSurvivor).map(row -> row.mutant().name()).toList();
    }

    /** Checks that object to the product as it is, each with what it says. */
    public List<String> controlFailures() {
        return control.stream().filter(ControlRow::isFailure).map(ControlRow::toString).toList();
    }

    /** Whether there is no survivor, and no check objects to the product as it is. */
    public boolean isGood() {
        return survivors().isEmpty() && controlFailures().isEmpty();
    }

    /** The report for programs. */
    public Map<String, @Nullable Object> toJson() {
        List<String> survivors = survivors();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("target", "mutants");
        json.put("mutants", rows.size());
        json.put("caught", rows.size() - survivors.size());
        json.put("survivors", survivors);
        json.put("known", rows.stream().filter(Row::isKnown).count());
        json.put("control", controlToJson());
        json.put("rows", rows.stream().map(Row::toJson).toList());
        return json;
    }

    private Map<String, @Nullable Object> controlToJson() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("checks", control.size());
        json.put("seeds", control.stream().mapToLong(ControlRow::seeds).sum());
        json.put("failures", controlFailures());
        return json;
    }

    /** The report for people. */
    @Override
    public String toString() {
        Table table = new Table("mutant", "check", "seeds", "outcome");
        for (Row row : rows) {
            table.row(
                    row.mutant().name(), row.mutant().check(), row.mutant().seeds(), row.answer());
        }
        StringBuilder text = new StringBuilder(table.toString());
        text.append("\nwithout a mutant: ").append(control.size()).append(" checks, ");
        text.append(controlFailures().size()).append(" object to the product\n");
        controlFailures().forEach(failure -> text.append(failure).append('\n'));
        return text.toString();
    }
}
