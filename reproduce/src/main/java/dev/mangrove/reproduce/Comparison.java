package dev.mangrove.reproduce;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.cli.report.Table;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The best published system beside our best configuration, both on the paper's cluster and under
 * its workload.
 *
 * @param paper short name of the paper
 * @param workload of both
 * @param unit of their rates
 * @param published the best of the published systems
 * @param ours the best of our configurations
 * @param tried all of our configurations
 */
public record Comparison(
        String paper, String workload, String unit, Side published, Side ours, List<Side> tried) {
    /**
     * A system or configuration with what it did.
     *
     * @param name of the system
     * @param rate operations per unit of time
     * @param usage of resources
     */
    public record Side(String name, double rate, Usage usage) {}

    /** Copies the list. */
    public Comparison {
        tried = List.copyOf(tried);
    }

    /** Compares the best of published systems with the best of our configurations. */
    public static Comparison of(
            String paper, String workload, String unit, List<Side> published, List<Side> tried) {
        return new Comparison(paper, workload, unit, best(published), best(tried), tried);
    }

    private static Side best(List<Side> sides) {
        return sides.stream().max(Comparator.comparingDouble(Side::rate)).orElseThrow();
    }

    /** Our rate / the published system's. */
    public double ratio() {
        return ours.rate / published.rate;
    }

    /** Paper and workload. */
    public String name() {
        return paper + ", " + workload;
    }

    /** The columns that {@link #cells} fills. */
    static List<String> columns() {
        return List.of(
                "paper", "workload", "best published", "rate", "ours", "rate", "ratio", "bound by");
    }

    /** One line of a table. */
    List<String> cells() {
        return List.of(
                paper,
                workload,
                published.name,
                text("%.4g %s", published.rate, unit),
                ours.name,
                text("%.4g %s", ours.rate, unit),
                text("%.2f", ratio()),
                ours.usage.text());
    }

    /** All of them as text. */
    static String table(List<Comparison> comparisons) {
        Table table = new Table(columns().toArray(String[]::new));
        comparisons.forEach(each -> table.row(each.cells().toArray()));
        return table.toString();
    }

    /**
     * Its line of the JSON output, with the keys of other rows: here {@code paper} and {@code ours}
     * are rates in virtual time.
     */
    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name());
        json.put("publication", paper);
        json.put("workload", workload);
        json.put("published", published.name);
        json.put("paper", published.rate);
        json.put("configuration", ours.name);
        json.put("ours", ours.rate);
        json.put("unit", unit);
        json.put("ratio", ratio());
        json.put("bound_by", ours.usage.bound().text());
        json.put("share", ours.usage.share(ours.usage.bound()));
        Map<String, Object> shares = new LinkedHashMap<>();
        for (Resource each : Resource.values()) {
            shares.put(each.text(), ours.usage.share(each));
        }
        json.put("shares", shares);
        return json;
    }
}
