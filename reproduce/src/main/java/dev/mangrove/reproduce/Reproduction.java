package dev.mangrove.reproduce;

import dev.mangrove.bench.plot.Plots;
import dev.mangrove.cli.report.Table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What an experiment gave, beside what was published. */
public final class Reproduction {
    private final String name;
    private final List<Row> rows = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final List<Measured> measured = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Figures figures = new Figures();

    public Reproduction(String name) {
        this.name = name;
    }

    /**
     * A published number.
     *
     * @param name what it is, with its unit
     * @param paper as published
     * @param ours as simulated
     */
    public record Row(String name, double paper, double ours) {
        /** Ours to the paper's. */
        public double ratio() {
            return ours / paper;
        }

        /** Whether the ratio is as near to 1 as we ask. */
        public boolean holds() {
            return Bound.PRINTED.holds(ratio());
        }
    }

    /**
     * A published statement.
     *
     * @param statement the statement, without figures of ours: the same in every run
     * @param value what was simulated, as a ratio
     * @param bound what the statement asks of it
     * @param detail the figures behind the value; may be empty
     */
    public record Claim(String statement, double value, Bound bound, String detail) {
        /** Whether it is so in the simulation. */
        public boolean holds() {
            return bound.holds(value);
        }

        /** The statement, what was found, and what is asked. */
        public String text() {
            return Text.text(
                    "%s: %.4g (asked: %s)%s",
                    statement, value, bound, detail.isEmpty() ? "" : "; " + detail);
        }
    }

    /**
     * A number of ours that the paper shows in a figure only.
     *
     * @param name what it is, with its unit
     * @param ours as simulated
     */
    public record Measured(String name, double ours) {}

    public Reproduction row(String what, double paper, double ours) {
        rows.add(new Row(what, paper, ours));
        return this;
    }

    public Reproduction claim(String statement, double value, Bound bound) {
        return claim(statement, value, bound, "");
    }

    /** The same with the figures that a value was computed from. */
    public Reproduction claim(String statement, double value, Bound bound, String detail) {
        claims.add(new Claim(statement, value, bound, detail));
        return this;
    }

    public Reproduction measured(String what, double ours) {
        measured.add(new Measured(what, ours));
        return this;
    }

    /** Name of the experiment. */
    public String name() {
        return name;
    }

    /** Its pictures. */
    public Figures figures() {
        return figures;
    }

    /** Writes its pictures. */
    public void plot(Plots plots) {
        figures.write(plots, this);
    }

    /** What differs from what was published, or how to read the result. */
    public Reproduction note(String text) {
        notes.add(text);
        return this;
    }

    /** What differs from what was published, in words; empty if there is nothing to say. */
    public String note() {
        return String.join("; ", notes);
    }

    /** Numbers, in order. */
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** Statements, in order. */
    public List<Claim> claims() {
        return List.copyOf(claims);
    }

    /** Numbers without published ones beside them, in order. */
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

    /** The result for programs. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("experiment", name);
        json.put("rows", rows.stream().map(Reproduction::rowJson).toList());
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

    /** The result for people. */
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
