package dev.mangrove.bench.verbs;

import dev.mangrove.bench.machine.Machine;
import dev.mangrove.bench.plot.Chart;
import dev.mangrove.bench.plot.Plots;
import dev.mangrove.cli.report.Progress;
import dev.mangrove.cli.report.Table;
import dev.mangrove.fabric.Meter;
import dev.mangrove.fabric.Waiting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the verbs of one fabric against a server in another process. */
public final class VerbsBench {
    private static final long SEED = 20_260_101;
    private static final int STEPS = 8;

    private final String fabric;
    private final long regionBytes;
    private final List<Figure> figures = new ArrayList<>();
    private final List<VerbCost> costs = new ArrayList<>();

    /** Creates a measurement of {@code shm} or {@code tcp} on a region of {@code regionBytes}. */
    public VerbsBench(String fabric, long regionBytes) {
        this.fabric = fabric;
        this.regionBytes = regionBytes;
    }

    /** Takes all measurements; some tens of seconds. */
    public VerbsBench run() throws IOException {
        Path folder = Files.createTempDirectory("mangrove-bench");
        try (Client client = Client.start(location(), regionBytes, echoPlace(folder));
                Progress progress = Progress.of("bench verbs", STEPS)) {
            RandomPages pages = new RandomPages(SEED, regionBytes);
            Runnable step = () -> progress.advance(1);
            switch (fabric) {
                case "shm" -> figures.addAll(new SharedMemoryFigures(client, pages).measure(step));
                case "tcp", "verbs" -> figures.addAll(new TcpFigures(client, pages).measure(step));
                default -> throw new IllegalArgumentException("no figures for fabric " + fabric);
            }
            costs(client, new Operations(client, pages), step);
        } finally {
            Files.deleteIfExists(folder);
        }
        return this;
    }

    private String location() {
        return switch (fabric) {
            case "shm" -> "shm:bench-" + ProcessHandle.current().pid();
            case "tcp" -> "tcp://127.0.0.1:0";
            case "verbs" -> "verbs://127.0.0.1:0";
            default -> throw new IllegalArgumentException("no such fabric: " + fabric);
        };
    }

    private String echoPlace(Path folder) {
        return fabric.equals("shm") ? "unix:" + folder.resolve("echo") : "tcp:0";
    }

    private void costs(Client client, Operations operations, Runnable step) {
        Meter meter = client.channel().meter();
        client.waiting(Waiting.POLL);
        costs.add(VerbCost.measure("READ 1 KiB", meter, operations::read));
        costs.add(VerbCost.measure("16 READs in a batch", meter, operations::readBatch));
        costs.add(VerbCost.measure("WRITE 64 B", meter, operations::write));
        step.run();
        costs.add(VerbCost.measure("WRITE + unlock", meter, operations::writeUnlock));
        costs.add(VerbCost.measure("COMPARE_AND_SWAP", meter, operations::compareAndSwap));
        costs.add(VerbCost.measure("FETCH_AND_ADD", meter, operations::fetchAndAdd));
        step.run();
        costs.add(VerbCost.measure("lock + write + unlock", meter, operations::lockWriteUnlock));
        costs.add(VerbCost.measure("message and answer", meter, operations::message));
        client.waiting(Waiting.BLOCK);
        costs.add(VerbCost.measure("message, blocking", meter, operations::message));
        step.run();
    }

    /** Draws the latencies of the operations. */
    public void plot(Plots plots) {
        List<Chart.Point> middle = new ArrayList<>();
        List<Chart.Point> slowest = new ArrayList<>();
        for (int i = 0; i < costs.size(); i++) {
            middle.add(new Chart.Point(i, costs.get(i).p50()));
            slowest.add(new Chart.Point(i, costs.get(i).p99()));
        }
        plots.write(
                "verbs-" + fabric,
                Chart.rows(
                                "Verbs over " + fabric,
                                "ns",
                                costs.stream().map(VerbCost::name).toList())
                        .logY()
                        .add("p50", middle)
                        .add("p99", slowest));
    }

    /** All figures, by the keys of the JSON output. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fabric", fabric);
        json.put("machine", Machine.toJson());
        json.put("region_bytes", regionBytes);
        for (Figure figure : figures) {
            json.put(figure.key(), rounded(figure.value()));
        }
        json.put("verbs", costs.stream().map(VerbCost::toJson).toList());
        return json;
    }

    /** All figures as text. */
    @Override
    public String toString() {
        Table summary = new Table("figure", "measured", "should be", "", "of", "meaning");
        for (Figure figure : figures) {
            summary.row(
                    figure.key(),
                    figure.value(),
                    figure.goalText(),
                    figure.isReached() ? "reached" : "missed",
                    figure.sides(),
                    figure.meaning());
        }
        Table verbs =
                new Table(
                        "operation",
                        "p50 ns",
                        "p99 ns",
                        "round trips",
                        "atomics",
                        "bytes",
                        "allocated");
        for (VerbCost cost : costs) {
            verbs.row(
                    cost.name(),
                    cost.p50(),
                    cost.p99(),
                    cost.roundTrips(),
                    cost.atomics(),
                    cost.bytes(),
                    cost.allocated());
        }
        return summary + "\n" + verbs;
    }

    private static double rounded(double value) {
        return Math.round(value * 10_000) / 10_000.0;
    }
}
