package dev.mangrove.bench.ordered;

import dev.mangrove.AccessMode;
import dev.mangrove.bench.verbs.Median;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rates of gets, by a view and by a handle, bundles of gets, puts and plain reads of the same
 * memory, and of gets by access mode. They alternate in short rounds and the medians count, so that
 * a noisy machine favours none.
 */
final class Rates {
    private final List<Double> raw = new ArrayList<>();
    private final List<Double> get = new ArrayList<>();
    private final List<Double> handleCost = new ArrayList<>();
    private final List<Double> put = new ArrayList<>();
    private final List<Double> bundled = new ArrayList<>();
    private final List<Double> all = new ArrayList<>();
    private final Map<AccessMode, List<Double>> modes = new EnumMap<>(AccessMode.class);
    private final Map<AccessMode, List<Double>> messages = new EnumMap<>(AccessMode.class);
    private double allocated;

    /** Adds one client's answers of one round; keys per second for bundles of gets. */
    void round(String getLine, String bundledLine, String handleLine, String putLine) {
        get.add(rate(getLine));
        bundled.add(rate(bundledLine));
        handleCost.add(1e9 / rate(handleLine) - 1e9 / rate(getLine));
        put.add(rate(putLine));
        allocated = Math.min(bytes(getLine), bytes(putLine));
    }

    /** Adds one client's plain reads of one round. */
    void rawReads(String line) {
        raw.add(rate(line));
    }

    /** Adds the answers of all clients to one round of gets by an access mode. */
    void byMode(AccessMode mode, List<String> lines) {
        modes.computeIfAbsent(mode, key -> new ArrayList<>())
                .add(lines.stream().mapToDouble(Rates::rate).sum());
        double sent = lines.stream().mapToDouble(line -> rate(line) * messages(line)).sum();
        messages.computeIfAbsent(mode, key -> new ArrayList<>())
                .add(sent / lines.stream().mapToDouble(Rates::rate).sum());
    }

    /** Adds the answers of all clients to one round of gets at the same time. */
    void together(List<String> lines) {
        all.add(lines.stream().mapToDouble(Rates::rate).sum());
    }

    boolean isEmpty() {
        return get.isEmpty();
    }

    /** The medians, by the keys of the JSON output. */
    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        if (!raw.isEmpty()) {
            figures.put("raw_read_ops_s", Math.round(Median.of(raw)));
            figures.put("get_vs_raw_read", thousandths(Median.of(get) / Median.of(raw)));
        }
        figures.put("get_ops_s", Math.round(Median.of(get)));
        figures.put("put_ops_s", Math.round(Median.of(put)));
        figures.put("getall64_keys_s", Math.round(Median.of(bundled)));
        figures.put("put_vs_get", thousandths(Median.of(put) / Median.of(get)));
        figures.put("getall64_vs_get", thousandths(Median.of(bundled) / Median.of(get)));
        figures.put("handle_cost_ns", thousandths(Median.of(handleCost)));
        figures.put("allocated_bytes_per_operation", thousandths(allocated));
        if (!all.isEmpty()) {
            figures.put("all_clients_get_ops_s", Math.round(Median.of(all)));
            figures.put("all_clients_vs_one", thousandths(Median.of(all) / Median.of(get)));
        }
        addModes(figures);
        return figures;
    }

    /**
     * Gets of all clients by access mode, a policy's against those of the better of the pure modes
     * in the same round, and how many messages a get takes under the policy.
     */
    private void addModes(Map<String, Object> figures) {
        List<Double> best = List.of();
        for (Map.Entry<AccessMode, List<Double>> each : modes.entrySet()) {
            List<Double> rates = each.getValue();
            String name = each.getKey().text().replace('-', '_');
            figures.put(name + "_ops_s", Math.round(Median.of(rates)));
            if (each.getKey().isAdaptive()) {
                figures.put(name + "_vs_best", thousandths(Median.of(ratios(rates, best))));
                double sent = Median.of(messages.getOrDefault(each.getKey(), List.of()));
                figures.put(name + "_messages_per_get", thousandths(sent));
            } else if (best.isEmpty() || Median.of(rates) > Median.of(best)) {
                best = rates;
            }
        }
    }

    private static List<Double> ratios(List<Double> rates, List<Double> best) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rates.size(); round++) {
            ratios.add(rates.get(round) / best.get(round));
        }
        return ratios;
    }

    private static double rate(String line) {
        return Double.parseDouble(line.split(" ", -1)[1]);
    }

    private static double messages(String line) {
        return Double.parseDouble(line.split(" ", -1)[3]);
    }

    private static double bytes(String line) {
        return Double.parseDouble(line.split(" ", -1)[2]);
    }

    private static double thousandths(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
