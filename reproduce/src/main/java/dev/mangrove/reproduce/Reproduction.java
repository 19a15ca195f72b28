package dev.mangrove.reproduce;

import dev.mangrove.bench.plot.Plots;
import dev.mangrove.cli.report.Table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Result of an experiment: simulated and published values. */
public final class Reproduction {
    private final String name;
    private final List<Row> rows = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final List<Measured> measured = new ArrayList<>();
    private final List<Comparison> comparisons = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Figures figures = new Figures();

    public Reproduction(String name) {
        this.name = name;
    }

    /**
     * A published number.
     *
     * @param name of the quantity, with its unit
     * @param paper published value
     * @param ours simulated value
     */
    public record Row(String name, double paper, double ours) {
        /** Our value / the paper's. */
        public double ratio() {
            return ours / paper;
        }

        /** Whether the ratio is within {@link Bound#PRINTED}. */
        public boolean holds() {
            return Bound.PRINTED.holds(ratio());
        }
    }

    /**
     * A published statement.
     *
     * @param statement the statement, without simulated figures, so that it is the same in every
     *     run
     * @param value simulated ratio
     * @param bound that the statement requires
     * @param detail figures from which the value was computed; may be empty
     */
    public record Claim(String statement, double value, Bound bound, String detail) {
        /** Whether the simulated value is within the bound. */
        public boolean holds() {
            return bound.holds(value);
        }

        /** Statement, simulated value and bound as text. */
        public String text() {
            return Text.text(
                    "%s: %.4g (asked: %s)%s",
                    statement, value, bound, detail.isEmpty() ? "" : "; " + detail);
        }
    }

    /**
     * A simulated number for which the paper prints none.
     *
     * @param name of the quantity, with its unit
     * @param ours simulated value
     */
    public record Measured(String name, double ours) {}

    public Reproduction row(String what, double paper, double ours) {
        rows.add(new Row(what, paper, ours));
        return this;
    }

    public Reproduction claim(String statement, double value, Bound bound) {
        return claim(statement, value, bound, "");
    }

    /** Adds a claim with the figures from which its value was computed. */
    public Reproduction claim(String statement, double value, Bound bound, String detail) {
        claims.add(new Claim(statement, value, bound, detail));
        return this;
    }

    public Reproduction measured(String what, double ours) {
        measured.add(new Measured(what, ours));
        return this;
    }

    /** Adds a published system beside a configuration of ours, both simulated. */
    public Reproduction compare(Comparison comparison) {
        comparisons.add(comparison);
        return this;
    }

    /** Name of the experiment. */
    public String name() {
        return name;
    }

    /** The pictures. */
    public Figures figures() {
        return figures;
    }

    /** Writes the pictures. */
    public void plot(Plots plots) {
        figures.write(plots, this);
    }

    /** Adds a note: a difference from the publication, or how to read the result. */
    public Reproduction note(String text) {
        notes.add(text);
        return this;
    }

    /** All notes as text; empty if there are none. */
    public String note() {
        return String.join("; ", notes);
    }

    /** Published numbers, in order. */
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** Published statements, in order. */
    public List<Claim> claims() {
        return List.copyOf(claims);
    }

    /** Published systems beside ours, in order. */
    public List<Comparison> comparisons() {
        return List.copyOf(comparisons);
    }

    /** Simulated numbers without a published one, in order. */
    public List<Measured> measured() {
        return List.copyOf(measured);
    }

    /** Whether all numbers and statements are reproduced. */
    public boolean holds() {
        return failures().isEmpty();
    }

    /** Names of numbers and statements that are not reproduced, in order. */
    public List<String> failures() {
        return Stream.concat(
                        rows.stream().filter(row -> !row.holds()).map(Row::name),
                        claims.stream().filter(claim -> !claim.holds()).map(Claim::statement))
                .toList();
    }

    /** The result, by the keys of the JSON output. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("experiment", name);
        json.put(
                "rows",
                Stream.concat(
                                rows.stream().map(Reproduction::rowJson),
                                comparisons.stream().map(Comparison::toJson))
                        .toList());
        json.put("claims", claims.stream().map(Reproduction::claimJson).toList());
        json.put("holds", holds());
        json.put("failures", failures());
        if (!measured.isEmpty()) {
            Map<String, Object> values = new LinkedHashMap<>();
            measured.forEach(figure -> values.put(figure.name(), figure.ours()));
            json.put("measured", values);
        }
        if (!notes.isEmpty()) {
            json.put("note", note());
        }
        return json;
    }

    /** The result as text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (!rows.isEmpty()) {
            Table table = new Table(name, "paper", "ours", "ratio", "");
            rows.forEach(
                    row ->
                            table.row(
                                    row.name(),
                                    row.paper(),
                                    row.ours(),
                                    row.ratio(),
                                    row.holds() ? "" : "OFF"));
            text.append(table);
            text.append("a ratio holds from ").append(Bound.PRINTED).append("\n");
        }
        if (!comparisons.isEmpty()) {
            text.append(Comparison.table(comparisons));
        }
        if (!measured.isEmpty()) {
            Table table = new Table(name, "ours");
            measured.forEach(figure -> table.row(figure.name(), figure.ours()));
            text.append(table);
        }
        for (Claim claim : claims) {
            text.append(claim.holds() ? "holds: " : "FAILS: ").append(claim.text()).append('\n');
        }
        for (String note : notes) {
            text.append("note: ").append(note).append('\n');
        }
        return text.toString();
    }

    private static Map<String, Object> rowJson(Row row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", row.name());
        json.put("paper", row.paper());
        json.put("ours", row.ours());
        json.put("ratio", row.ratio());
        json.put("holds", row.holds());
        return json;
    }

    private static Map<String, Object> claimJson(Claim claim) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("statement", claim.statement());
        json.put("value", claim.value());
        json.put("asked", claim.bound().toString());
        json.put("text", claim.text());
        json.put("holds", claim.holds());
        return json;
    }
}
