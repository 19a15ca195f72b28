package dev.mangrove.check.stress;

import dev.mangrove.cli.report.Table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of a run.
 *
 * @param settings of the run
 * @param figures counts, by name
 * @param violations descriptions of the first violations
 * @param violationCount number of all violations
 */
public record StressReport(
        StressSettings settings,
        Map<String, Object> figures,
        List<String> violations,
        long violationCount) {
    /** Copies the collections. */
    public StressReport {
        figures = new LinkedHashMap<>(figures);
        violations = List.copyOf(violations);
    }

    /** Whether there was no violation. */
    public boolean isGood() {
        return violationCount == 0;
    }

    /** All figures, by the keys of the JSON output. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("target", "ordered");
        json.put("fabric", settings.fabric());
        json.put("design", settings.design().text());
        json.put("seconds", settings.seconds());
        json.put("clients", settings.clients());
        json.put("servers", settings.servers());
        json.put("fanout", settings.fanout());
        json.put("seed", settings.seed());
        json.put("deterministic", false);
        json.putAll(figures);
        json.put("violations", violationCount);
        return json;
    }

    /** The report as text. */
    @Override
    public String toString() {
        Table table =
                new Table("ordered " + settings.design().text() + ", " + settings.fabric(), "");
        figures.forEach((name, value) -> table.row(name.replace('_', ' '), value));
        table.row("violations", violationCount);
        StringBuilder text = new StringBuilder(table.toString());
        text.append("seed ").append(settings.seed());
        text.append(": it draws the kills, pauses and operations, but processes never run the");
        text.append(" same way twice\n");
        return text.toString();
    }
}
