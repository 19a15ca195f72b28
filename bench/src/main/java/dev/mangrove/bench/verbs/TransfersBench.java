package dev.mangrove.bench.verbs;

import dev.mangrove.cli.report.Progress;
import dev.mangrove.cli.report.Table;
import dev.mangrove.fabric.Waiting;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** Measures transfers of many fragments or pages beside what they replace, on one fabric. */
public final class TransfersBench {
    private static final int ROUNDS = 21;
    private static final int TCP_OPERATIONS = 40;
    private static final int SHM_OPERATIONS = 400;
    private static final int ROUND_TRIPS = 20_000;
    private static final long SMALL_BYTES = 2 << 20;
    private static final int STEPS = 12;
    private static final int INDEX_ROUNDS = 7;
    private static final int LOADS = 15;
    private static final int LOADS_TO_WARM_UP = 5;
    private static final int WRITES = 2_000;
    private static final double COUNT_GOAL = 4;
    private static final double SCAN_GOAL = 1.8;
    private static final double LOAD_GOAL = 8;

    /** Chosen: as for counts. */
    private static final double WINDOW_GOAL = 4;

    /** Chosen: flights of 16 pages, of which the first ones are not full. */
    private static final double WINDOW_TRIPS_GOAL = 8;

    private static final String TCP = "tcp://127.0.0.1:0";

    private final String fabric;
    private final long regionBytes;
    private final List<Figure> figures = new ArrayList<>();

    /** Creates a measurement of {@code shm} or {@code tcp} on a region of {@code regionBytes}. */
    public TransfersBench(String fabric, long regionBytes) {
        this.fabric = fabric;
        this.regionBytes = regionBytes;
    }

    /** Takes all measurements; some seconds. */
    public TransfersBench run() throws IOException {
        Path folder = Files.createTempDirectory("mangrove-bench");
        boolean shared = fabric.equals("shm");
        String location = shared ? "shm:bench-" + ProcessHandle.current().pid() : TCP;
        String echo = shared ? "unix:" + folder.resolve("echo") : "tcp:0";
        try (Client client = Client.start(location, regionBytes, echo);
                Progress progress = Progress.of("bench transfers", STEPS)) {
            client.waiting(Waiting.SPIN_THEN_BLOCK);
            if (shared) {
                measureShared(client, () -> progress.advance(1));
            } else {
                measureTcp(client, () -> progress.advance(1));
            }
        } finally {
            Files.deleteIfExists(folder);
        }
        return this;
    }

    private void measureTcp(Client client, Runnable step) {
        RowTransfers rows = new RowTransfers(client, regionBytes);
        AlternatingRounds rounds = new AlternatingRounds(ROUNDS, TCP_OPERATIONS);
        AlternatingRounds.Side gather = RowTransfers.repeated(rows::gather);
        figures.add(
                Figure.atLeast(
                        "gather16_vs_all",
                        rounds.compare(gather, RowTransfers.repeated(rows::readAll)),
                        8,
                        "gather of 16 B of 1,024 rows of 1 KiB / a READ of all of them"));
        step.run();
        figures.add(
                Figure.atLeast(
                        "gather16_vs_reads",
                        rounds.compare(gather, RowTransfers.repeated(rows::readEachRow)),
                        1.5,
                        "the same / 1,024 READs in one batch"));
        step.run();
        figures.add(
                Figure.atMost(
                        "gather1_latency",
                        RoundTrips.ratio(rows::gatherOneRow, rows::readOneRow, ROUND_TRIPS),
                        1.05,
                        "round trip of a gather of one row / of a READ"));
        step.run();
        measureIndex(rows, step);
    }

    private void measureIndex(RowTransfers rows, Runnable step) {
        AlternatingRounds whole = new AlternatingRounds(INDEX_ROUNDS, 1);
        AlternatingRounds lookups = new AlternatingRounds(ROUNDS, TCP_OPERATIONS);
        try (IndexTransfers index = new IndexTransfers(TCP, regionBytes)) {
            measureRanges(rows, index, whole, step);
            figures.add(
                    Figure.atLeast(
                            "getall64_speedup",
                            lookups.compare(
                                    RowTransfers.repeated(index::getAll),
                                    RowTransfers.repeated(index::getEach)),
                            15,
                            "64 keys by getAll / one after the other"));
            step.run();
            figures.add(
                    Figure.atLeast(
                            "bulkload_speedup",
                            loads(index::loadRate, index::loadRateSingly),
                            LOAD_GOAL,
                            "leaves of a bulk load / the same, page by page"));
            step.run();
            figures.add(
                    Figure.atLeast(
                            "bulkload_vs_bare",
                            loads(index::loadRate, () -> writeRate(rows)),
                            LOAD_GOAL,
                            "the same / bare WRITEs of as many pages, one by one"));
            step.run();
            figures.add(
                    Figure.atLeast(
                            "secondary_build_speedup",
                            builds(index),
                            8,
                            "build of a secondary index / a range and a put for each entry"));
            step.run();
            measureWindows(index, whole);
            step.run();
        }
    }

    private void measureRanges(
            RowTransfers rows, IndexTransfers index, AlternatingRounds whole, Runnable step) {
        AlternatingRounds.Side count = RowTransfers.repeated(index::count);
        AlternatingRounds.Side scan = RowTransfers.repeated(index::scan);
        AlternatingRounds.Side bare = RowTransfers.repeated(() -> readPages(rows, index.leaves()));
        figures.add(
                Figure.atLeast(
                        "count_speedup",
                        whole.compare(count, RowTransfers.repeated(index::countSingly)),
                        COUNT_GOAL,
                        "count of all keys of an index / the same, page by page"));
        step.run();
        figures.add(
                Figure.atLeast(
                        "count_vs_bare",
                        whole.compare(count, bare),
                        COUNT_GOAL,
                        "the same / bare READs of as many pages, one by one"));
        step.run();
        figures.add(
                Figure.atLeast(
                        "scan_speedup",
                        whole.compare(scan, RowTransfers.repeated(index::scanSingly)),
                        SCAN_GOAL,
                        "scan of all entries / the same, page by page"));
        step.run();
        figures.add(
                Figure.atLeast(
                        "scan_vs_bare",
                        whole.compare(scan, bare),
                        SCAN_GOAL,
                        "the same / bare READs of as many pages, one by one"));
        step.run();
    }

    private void measureWindows(IndexTransfers index, AlternatingRounds whole) {
        try (WindowTransfers windows = index.windows()) {
            figures.add(
                    Figure.atLeast(
                            "window_speedup",
                            whole.compare(
                                    RowTransfers.repeated(windows::search),
                                    RowTransfers.repeated(windows::searchSingly)),
                            WINDOW_GOAL,
                            "objects of a window of many leaves / the same, page by page"));
            figures.add(
                    Figure.atLeast(
                            "window_round_trips",
                            windows.roundTrips(),
                            WINDOW_TRIPS_GOAL,
                            "round trips of the same window page by page / of many pages"));
            figures.add(
                    Figure.atMost(
                            "window_bytes",
                            windows.bytes(),
                            1.01,
                            "bytes of the same window of many pages / page by page"));
        }
    }

    private static void readPages(RowTransfers rows, long pages) {
        for (long page = 0; page < pages; page++) {
            rows.readPage();
        }
    }

    private static Ratio builds(IndexTransfers index) {
        double[] built = new double[LOADS];
        double[] put = new double[LOADS];
        for (int i = -LOADS_TO_WARM_UP; i < LOADS; i++) {
            double build = index.buildRate();
            double puts = index.putRate();
            if (i >= 0) {
                built[i] = build;
                put[i] = puts;
            }
        }
        return new Ratio(Median.of(built), Median.of(put), "references per s");
    }

    private static Ratio loads(DoubleSupplier many, DoubleSupplier singly) {
        double[] loaded = new double[LOADS];
        double[] written = new double[LOADS];
        for (int i = -LOADS_TO_WARM_UP; i < LOADS; i++) {
            double load = many.getAsDouble();
            double write = singly.getAsDouble();
            if (i >= 0) {
                loaded[i] = load;
                written[i] = write;
            }
        }
        return new Ratio(Median.of(loaded), Median.of(written), "pages per s");
    }

    private static double writeRate(RowTransfers rows) {
        long start = System.nanoTime();
        for (int page = 0; page < WRITES; page++) {
            rows.writePage();
        }
        return WRITES * 1e9 / (System.nanoTime() - start);
    }

    private void measureShared(Client client, Runnable step) {
        MemorySegment mapped = client.channel().direct(client.region());
        RowTransfers large = new RowTransfers(client, regionBytes);
        RowTransfers small = new RowTransfers(client, SMALL_BYTES);
        AlternatingRounds rounds = new AlternatingRounds(ROUNDS, SHM_OPERATIONS);
        figures.add(
                Figure.atLeast(
                        "gather_vs_loop",
                        rounds.compare(
                                RowTransfers.repeated(large::gather),
                                RowTransfers.repeated(() -> large.loop(mapped))),
                        0.85,
                        "gather of 16 B of 1,024 rows of 1 KiB / a bare loop"));
        step.run();
        figures.add(
                Figure.atLeast(
                        "gather_vs_reads",
                        rounds.compare(
                                RowTransfers.repeated(small::gather),
                                RowTransfers.repeated(small::readEachRow)),
                        2.5,
                        "the same within 2 MiB / 1,024 READs in one batch"));
        for (int i = 2; i < STEPS; i++) {
            step.run();
        }
    }

    /** All figures, by the keys of the JSON output. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fabric", fabric);
        json.put("region_bytes", regionBytes);
        for (Figure figure : figures) {
            json.put(figure.key(), Math.round(figure.value() * 10_000) / 10_000.0);
        }
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
        return summary.toString();
    }
}
