package dev.mangrove.bench.ordered;

import dev.mangrove.bench.verbs.Median;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rates of gets, by a view and by a handle, puts and plain reads of the same memory. They alternate
 * in short rounds and the medians count, so that a noisy machine favours none of them.
 */
final class Rates {
    private final List<Double> raw = new ArrayList<>();
    private final List<Double> get = new ArrayList<>();
    private final List<Double> handleCost = new ArrayList<>();
    private final List<Double> put = new ArrayList<>();
    private final List<Double> all = new ArrayList<>();
    private double allocated;

    /** Adds one client's answers of one round. */
    void round(String rawLine, String getLine, String handleLine, String putLine) {
        raw.add(rate(rawLine));
        get.add(rate(getLine));
        handleCost.add(1e9 / rate(handleLine) - 1e9 / rate(getLine));
        put.add(rate(putLine));
        allocated = Math.min(bytes(getLine), bytes(putLine));
    }

    /** Adds the answers of all clients to one round of gets at the same time. */
    void together(List<String> lines) {
        all.add(lines.stream().mapToDouble(Rates::rate).sum());
    }

    boolean isEmpty() {
        return raw.isEmpty();
    }

    /** The medians, by the keys of the JSON output. */
    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("raw_read_ops_s", Math.round(Median.of(raw)));
        figures.put("get_ops_s", Math.round(Median.of(get)));
        figures.put("put_ops_s", Math.round(Median.of(put)));
        figures.put("get_vs_raw_read", thousandths(Median.of(get) / Median.of(raw)));
        figures.put("put_vs_get", thousandths(Median.of(put) / Median.of(get)));
        figures.put("handle_cost_ns", thousandths(Median.of(handleCost)));
        figures.put("allocated_bytes_per_operation", thousandths(allocated));
        if (!all.isEmpty()) {
            figures.put("all_clients_get_ops_s", Math.round(Median.of(all)));
            figures.put("all_clients_vs_one", thousandths(Median.of(all) / Median.of(get)));
        }
        return figures;
    }

    private static double rate(String line) {
        return Double.parseDouble(line.split(" ", -1)[1]);
    }

    private static double bytes(String line) {
        return Double.parseDouble(line.split(" ", -1)[2]);
    }

    private static double thousandths(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
