package dev.mangrove.bench.peers;

import dev.mangrove.bench.plot.Chart;
import dev.mangrove.bench.plot.Plots;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Draws a comparison, and writes its table as Markdown. */
final class PeersPlots {
    private static final List<String> MIXES =
            List.of("ycsb-a", "ycsb-b", "ycsb-c", "ycsb-d", "ycsb-e", "ycsb-f");
    private static final List<String> BYTES =
            List.of("get-8", "get-100", "get-1000", "put-100", "scan-100", "getall64-100");
    private static final List<String> SPATIAL =
            List.of(
                    "window-1e-5",
                    "window-1e-2",
                    "window-power",
                    "nearest10",
                    "insert",
                    "move",
                    "moveall64",
                    "mixed");

    private final PeersReport report;
    private final String suffix;

    PeersPlots(PeersReport report, String suffix) {
        this.report = report;
        this.suffix = suffix;
    }

    void write(Plots plots) {
        String name = "peers-" + report.plan().kind() + suffix;
        if (report.plan().kind().equals("ordered")) {
            List<String> single = List.of("get", "update", "insert", "delete", "range100");
            plots.write(name, rates("Operations per second, one thread", single, "uniform", 1));
            plots.write(name + "-zipf", rates("YCSB, Zipf 0.99, two threads", MIXES, "zipf", 2));
            plots.write(name + "-latency", latencies(single));
        } else {
            List<String> all = measured(report.plan().kind().equals("bytes") ? BYTES : SPATIAL);
            plots.write(name, rates("Operations per second, one thread", all, "uniform", 1));
            plots.write(name + "-latency", latencies(all));
        }
        plots.text(name + ".md", markdown());
    }

    /** Those of some operations that the plan has. */
    private List<String> measured(List<String> operations) {
        List<String> planned = report.plan().phases().stream().map(Phase::operation).toList();
        return operations.stream().filter(planned::contains).toList();
    }

    private Chart rates(String title, List<String> operations, String data, int threads) {
        return bars(
                title,
                "operations per second",
                "higher is faster",
                operations,
                data,
                threads,
                Turns::median);
    }

    private Chart latencies(List<String> operations) {
        return bars(
                "99th percentile of latency, one thread",
                "99th percentile, µs",
                "lower is faster",
                operations,
                "uniform",
                1,
                Turns::p99Micros);
    }

    private Chart bars(
            String title,
            String label,
            String meaning,
            List<String> operations,
            String data,
            int threads,
            ToDoubleFunction<Turns> value) {
        Chart chart =
                Chart.bars(title, label, operations)
                        .logY()
                        .note(
                                String.format(
                                        Locale.ROOT,
                                        "%s; %,d entries; medians; logarithmic",
                                        meaning,
                                        report.plan().entries()));
        for (String system : report.present()) {
            List<Chart.Point> points = new ArrayList<>();
            for (int i = 0; i < operations.size(); i++) {
                Turns turns = report.turns(operations.get(i) + " " + data + " " + threads, system);
                if (!turns.isEmpty()) {
                    points.add(new Chart.Point(i, value.applyAsDouble(turns)));
                }
            }
            chart.add(system, points);
        }
        return chart;
    }

    private String markdown() {
        List<String> present = report.present();
        StringBuilder text = new StringBuilder(report.machineLine()).append(".\n\n");
        text.append("| thousands per second | threads | ")
                .append(String.join(" | ", present))
                .append(" |\n|---|--:|")
                .append("--:|".repeat(present.size()))
                .append('\n');
        for (Phase phase : report.plan().phases()) {
            text.append("| ").append(phase.operation()).append(", ").append(phase.distribution());
            text.append(" | ").append(phase.threads());
            for (String system : present) {
                text.append(" | ").append(PeersReport.cell(report.turns(phase.key(), system)));
            }
            text.append(" |\n");
        }
        text.append("| bytes per entry | ");
        for (String system : present) {
            double bytes = report.bytesPerEntry(system);
            text.append(String.format(Locale.ROOT, "| %.0f ", bytes));
        }
        return text.append("|\n\n").append(ratioTable()).toString();
    }

    private String ratioTable() {
        StringBuilder text = new StringBuilder("| ratio | measured | wanted |\n|---|--:|--:|\n");
        for (Goal goal : report.goals()) {
            Double value = goal.measured();
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| `%s` | %s | %s |%n",
                            goal.name(),
                            value == null ? "-" : String.format(Locale.ROOT, "%.2f", value),
                            goal.wantedText()));
        }
        return text.toString();
    }
}
