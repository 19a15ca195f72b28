package dev.mangrove.bench.peers;

import dev.mangrove.bench.ordered.BenchSettings;
import dev.mangrove.bench.ordered.Mix;
import dev.mangrove.bench.ordered.OrderedBench;
import dev.mangrove.bench.ordered.OrderedReport;
import dev.mangrove.bench.plot.Plots;
import dev.mangrove.index.ordered.Design;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a handle costs and what 64 gets at once save with 64-bit keys, as {@code bench ordered
 * --design sherman} measures it, in the report of byte strings.
 */
final class WordKeySection implements Section {
    /** Chosen: more than the processor's caches hold, and loaded within seconds. */
    private static final int MOST_KEYS = 2_000_000;

    private static final int PAGE_BYTES = 1_024;
    private static final double FILL = 0.8;
    private static final long CACHE_BYTES = 64L << 20;

    private final OrderedReport report;

    private WordKeySection(OrderedReport report) {
        this.report = report;
    }

    /** Measures as many rounds, of turns as long, as the settings say. */
    static WordKeySection measure(PeersSettings settings) {
        BenchSettings long64 =
                new BenchSettings(
                        "shm",
                        Design.SHERMAN,
                        Math.min(MOST_KEYS, settings.entries()),
                        1,
                        1,
                        Mix.of("A"),
                        "uniform",
                        0,
                        0,
                        1,
                        PAGE_BYTES,
                        FILL,
                        CACHE_BYTES,
                        settings.rounds(),
                        false,
                        null);
        return new WordKeySection(new OrderedBench(long64, settings.seconds()).run());
    }

    @Override
    public String title() {
        return "64-bit keys, design sherman";
    }

    @Override
    public Map<String, @Nullable Object> toJson() {
        return new LinkedHashMap<>(report.toJson());
    }

    @Override
    public List<Goal> goals() {
        return List.of(
                Goal.atLeast("long_getall64_vs_get", figure("getall64_vs_get"), 2.5),
                Goal.atMost("handle_cost_ns", figure("handle_cost_ns"), 25));
    }

    private double figure(String key) {
        return report.toJson().get(key) instanceof Number value ? value.doubleValue() : Double.NaN;
    }

    @Override
    public List<String> faults() {
        return report.faults();
    }

    @Override
    public void plot(Plots plots, String suffix) {} // The figures are two numbers.

    @Override
    public String toString() {
        return report + "\n" + Goal.table(goals());
    }
}
