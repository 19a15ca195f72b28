package dev.mangrove.bench.ordered;

import dev.mangrove.AccessMode;
import dev.mangrove.bench.machine.Machine;
import dev.mangrove.bench.plot.Chart;
import dev.mangrove.bench.plot.Plots;
import dev.mangrove.cli.report.Table;
import dev.mangrove.fabric.shm.ShmServers;

import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results of {@code bench ordered}. */
public final class OrderedReport {
    private final BenchSettings settings;
    private final boolean smallPages;
    private final List<String> faults = new ArrayList<>();
    private final Rates rates = new Rates();
    private Tally tally = new Tally();
    private double loadSeconds;
    private long memoryUsed;
    private double serverCores;
    private long scannedEntries;
    private long scannedLoaded;
    private long verifiedEntries;
    private long pages;
    private int height;

    OrderedReport(BenchSettings settings, boolean smallPages) {
        this.settings = settings;
        this.smallPages = smallPages || !ShmServers.hugePages().offered();
    }

    Rates rates() {
        return rates;
    }

    void loaded(long entries, double seconds, long bytes) {
        if (entries != settings.keys()) {
            faults.add("loaded " + entries + " keys of " + settings.keys());
        }
        loadSeconds = seconds;
        memoryUsed = bytes;
    }

    void warmedUp(Tally work) {
        wrongAnswers(work);
    }

    void measured(Tally work, double cores) {
        wrongAnswers(work);
        tally = work;
        serverCores = cores;
    }

    void scanned(long loaded, long entries, String fault) {
        scannedLoaded += loaded;
        scannedEntries += entries;
        addFault(fault);
    }

    /** Notes the verification, which must count the loaded and the inserted entries. */
    void verified(long inserted, long entries, long pageCount, int levels, String fault) {
        verifiedEntries = entries;
        pages = pageCount;
        height = levels;
        addFault(fault);
        if (scannedLoaded != settings.keys()) {
            faults.add("found " + scannedLoaded + " loaded keys of " + settings.keys());
        }
        long expected = settings.keys() + inserted;
        if (entries != expected || scannedEntries != expected) {
            faults.add(
                    "scanned %d and verified %d entries of %d"
                            .formatted(scannedEntries, entries, expected));
        }
    }

    /** Whether all answers were correct and the tree is sound. */
    public boolean isGood() {
        return faults.isEmpty();
    }

    /** Descriptions of all faults. */
    public List<String> faults() {
        return List.copyOf(faults);
    }

    /** Draws the quantiles of latency, one curve per kind of operation. */
    public void plot(Plots plots) {
        Chart chart =
                Chart.lines(
                                settings.design().text() + ", " + settings.mix().name(),
                                "1 / (1 - quantile)",
                                "us")
                        .logX()
                        .logY();
        tally.latencies()
                .forEach(
                        (kind, histogram) -> {
                            List<Chart.Point> points = new ArrayList<>();
                            for (double beyond = 2; beyond <= 10_000; beyond *= 2) {
                                double micros = micros(histogram, 100 - 100 / beyond);
                                points.add(new Chart.Point(beyond, micros));
                            }
                            chart.add(kind.text(), points);
                        });
        plots.write("ordered-" + settings.design().text(), chart);
    }

    /** All figures, by the keys of the JSON output. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fabric", settings.fabric());
        json.put("machine", Machine.toJson());
        json.put("pages", (smallPages ? PageSizes.SMALL : PageSizes.HUGE).text());
        json.put("design", settings.design().text());
        json.put("keys", settings.keys());
        json.put("servers", settings.servers());
        json.put("clients", settings.clients());
        json.put("mix", settings.mix().name());
        json.put("dist", settings.distribution());
        AccessMode mode = settings.mode();
        if (mode != null) {
            json.put("mode", mode.text());
        }
        json.put("load_keys_per_second", Math.round(settings.keys() / loadSeconds));
        json.put("memory_bytes_per_entry", rounded((double) memoryUsed / settings.keys()));
        if (tally.operations() > 0) {
            measured(json);
        }
        if (!rates.isEmpty()) {
            json.putAll(rates.figures());
        }
        if (settings.verify()) {
            json.put("verified_entries", verifiedEntries);
            json.put("pages", pages);
            json.put("height", height);
        }
        json.put("faults", faults);
        return json;
    }

    private void measured(Map<String, Object> json) {
        json.put("seconds", rounded(tally.seconds()));
        json.put("operations", tally.operations());
        json.put("operations_per_second", perSecond(tally.operations()));
        json.put("latency", latency(tally.allLatencies()));
        Map<String, Object> kinds = new LinkedHashMap<>();
        tally.latencies().forEach((kind, histogram) -> kinds.put(kind.text(), latency(histogram)));
        json.put("kinds", kinds);
        json.put("round_trips_per_operation", cost(Tally.Cost.ROUND_TRIPS));
        json.put("bytes_read_per_operation", cost(Tally.Cost.BYTES_READ));
        json.put("bytes_written_per_operation", cost(Tally.Cost.BYTES_WRITTEN));
        json.put("atomics_per_operation", cost(Tally.Cost.ATOMICS));
        json.put("messages_per_operation", cost(Tally.Cost.MESSAGES));
        json.put("server_cores", rounded(serverCores));
    }

    private Map<String, Object> latency(Histogram histogram) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("operations_per_second", perSecond(histogram.getTotalCount()));
        json.put("p50_us", micros(histogram, 50));
        json.put("p90_us", micros(histogram, 90));
        json.put("p99_us", micros(histogram, 99));
        json.put("p999_us", micros(histogram, 99.9));
        json.put("max_us", histogram.getMaxValue() / 1e3);
        return json;
    }

    /** All figures as text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (tally.operations() > 0) {
            text.append(latencies()).append('\n');
        }
        Table table = new Table("figure", "value");
        figures().forEach(table::row);
        text.append(table);
        faults.forEach(fault -> text.append("WRONG: ").append(fault).append('\n'));
        return text.toString();
    }

    private Table latencies() {
        Table table = new Table("operation", "per second", "p50 µs", "p90", "p99", "p99.9", "max");
        tally.latencies().forEach((kind, histogram) -> row(table, kind.text(), histogram));
        if (tally.latencies().size() > 1) {
            row(table, "all", tally.allLatencies());
        }
        return table;
    }

    private void row(Table table, String name, Histogram histogram) {
        table.row(
                name,
                perSecond(histogram.getTotalCount()),
                micros(histogram, 50),
                micros(histogram, 90),
                micros(histogram, 99),
                micros(histogram, 99.9),
                histogram.getMaxValue() / 1e3);
    }

    private Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("keys loaded per second", Math.round(settings.keys() / loadSeconds));
        figures.put("bytes of memory per entry", (double) memoryUsed / settings.keys());
        if (tally.operations() > 0) {
            figures.put("round trips per operation", cost(Tally.Cost.ROUND_TRIPS));
            figures.put("bytes read per operation", cost(Tally.Cost.BYTES_READ));
            figures.put("bytes written per operation", cost(Tally.Cost.BYTES_WRITTEN));
            figures.put("atomics per operation", cost(Tally.Cost.ATOMICS));
            figures.put("messages per operation", cost(Tally.Cost.MESSAGES));
            figures.put("cores that servers use", serverCores);
        }
        if (!rates.isEmpty()) {
            figures.putAll(rates.figures());
        }
        if (settings.verify()) {
            figures.put("entries verified", verifiedEntries);
            figures.put("pages", pages);
            figures.put("height", height);
        }
        return figures;
    }

    private long perSecond(long operations) {
        return Math.round(operations / tally.seconds());
    }

    private double cost(Tally.Cost cost) {
        return rounded(tally.perOperation(cost));
    }

    private void wrongAnswers(Tally work) {
        if (work.wrong() > 0) {
            faults.add(work.wrong() + " wrong answers, the first: " + work.firstWrong());
        }
    }

    private void addFault(String fault) {
        if (!fault.equals(ClientProcess.GOOD)) {
            faults.add(fault);
        }
    }

    private static double micros(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e3;
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
