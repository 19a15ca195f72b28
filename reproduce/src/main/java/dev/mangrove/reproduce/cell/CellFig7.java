package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Window;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Requests arrive at intervals, and for a while 2.5 times as many. */
public final class CellFig7 implements Experiment {
    private static final int SERVERS = 4;

    /**
     * Cores of a server: two are the paper's usual number, and it states no other. Servers with two
     * cores serve the whole spike, in its table 2, too; those with one do not.
     */
    private static final int[] CORES = {1, 2};

    /** Section 4.4.3: one search for each client every 75 microseconds. */
    private static final long PERIOD_NANOS = 75_000;

    private static final int CLIENTS = 24;
    private static final int MORE = 36;

    /** Chosen: some thousand searches in each. */
    private static final long BIN_NANOS = 10_000_000;

    /** Bins before, during and after the spike. Chosen: instead of the paper's five seconds. */
    private static final int BEFORE = 8;

    private static final int SPIKE = 20;
    private static final int AFTER = 8;

    /** Bins of the start, which are not shown: policies settle. Chosen. */
    private static final int WARM_UP = 4;

    private static final List<CellSystem> SYSTEMS =
            List.of(CellSystem.SERVER, CellSystem.CELL, CellSystem.AUTO);

    @Override
    public String name() {
        return "cell-fig7";
    }

    @Override
    public String what() {
        return "Cell, figure 7: latency during a spike of load";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? CellText.PROFILE : name);
        Reproduction result = new Reproduction(name());
        for (int cores : CORES) {
            run(result, profile, CellTree.FULL, cores, SPIKE);
        }
        return result.note(CellText.scale(CellTree.FULL))
                .note(
                        "the spike lasts 0.2 s instead of 5 s: latency that has not settled in its"
                                + " first half counts as never settled");
    }

    static void run(Reproduction result, Profile profile, CellTree tree, int cores, int spike) {
        Map<CellSystem, Spike> spikes = new EnumMap<>(CellSystem.class);
        try (CellCluster cluster = new CellCluster(profile, tree, SERVERS, cores)) {
            for (CellSystem system : SYSTEMS) {
                Spike measured = measure(cluster, system, spike);
                spikes.put(system, measured);
                draw(result, cores, system, measured);
                String what = text("%d cores, %s, ", cores, system.text());
                result.measured(what + "p50 before, us", measured.before.p50())
                        .measured(what + "p50 in the spike, us", measured.settled.p50())
                        .measured(what + "p90 in the spike, us", measured.settled.p90());
            }
        }
        Spike server = spikes.getOrDefault(CellSystem.SERVER, Spike.NONE);
        Spike cell = spikes.getOrDefault(CellSystem.CELL, Spike.NONE);
        Spike auto = spikes.getOrDefault(CellSystem.AUTO, Spike.NONE);
        String what = text("%d cores, ", cores);
        judge(result, what + "Cell", cell, server, "lower than", Bound.LESS);
        judge(result, what + "ours: auto", auto, server, "not above", Bound.NO_MORE);
    }

    private static void judge(
            Reproduction result, String what, Spike ours, Spike server, String how, Bound bound) {
        result.claim(
                what + " adapts within a second: seconds", ours.adaptedSeconds, Bound.atMost(1));
        result.claim(
                text("%s: median in the spike is %s that of servers alone", what, how),
                ours.settled.p50() / server.settled.p50(),
                bound);
        result.claim(
                text("%s: 90th percentile in the spike is %s that of servers alone", what, how),
                ours.settled.p90() / server.settled.p90(),
                bound);
    }

    /**
     * A system's latencies.
     *
     * @param before the last bin before the spike
     * @param settled the last half of the spike
     * @param adaptedSeconds see {@link #adaptedSeconds}
     * @param bins all bins, in order
     */
    private record Spike(
            CellPoint before, CellPoint settled, double adaptedSeconds, List<CellPoint> bins) {
        static final Spike NONE =
                new Spike(new CellPoint(0, 0, 0, 0), new CellPoint(0, 0, 0, 0), 0, List.of());
    }

    private static Spike measure(CellCluster cluster, CellSystem system, int spike) {
        CellWork work = CellWork.SEARCH.every(PERIOD_NANOS * CellSetup.THREADS);
        List<CellPoint> bins = new ArrayList<>();
        try (CellRun run = cluster.start(work, CellCluster.view(system), CLIENTS)) {
            bins(run, WARM_UP);
            bins.addAll(bins(run, BEFORE));
            List<CellClient> more = run.add(work, CellCluster.view(system), MORE, run.window());
            int settling = spike - spike / 2;
            bins.addAll(bins(run, settling));
            Window last = new Window();
            for (int i = settling; i < spike; i++) {
                bins.add(run.measureFor(BIN_NANOS));
                last.add(run.window());
            }
            CellPoint settled = CellPoint.of(last, spike / 2 * BIN_NANOS);
            double adapted =
                    adaptedSeconds(
                            bins.subList(BEFORE, bins.size()).stream()
                                    .mapToDouble(CellPoint::p50)
                                    .toArray());
            run.end(more);
            bins.addAll(bins(run, AFTER));
            return new Spike(bins.get(BEFORE - 1), settled, adapted, bins);
        }
    }

    private static List<CellPoint> bins(CellRun run, int number) {
        List<CellPoint> points = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            points.add(run.measureFor(BIN_NANOS));
        }
        return points;
    }

    /**
     * Seconds from the start of a spike to the end of the first bin from which on no median is more
     * than a tenth above that of the last half. Infinite if that bin is within the last half:
     * latency has not settled, as where it grows all the time.
     *
     * @param medians one of each bin of the spike
     */
    static double adaptedSeconds(double... medians) {
        int half = medians.length - medians.length / 2;
        double[] last = Arrays.copyOfRange(medians, half, medians.length);
        Arrays.sort(last);
        double settled = last[(last.length - 1) / 2];
        int from = medians.length;
        while (from > 0 && Bound.NO_MORE.holds(medians[from - 1] / settled)) {
            from--;
        }
        return from > half ? Double.POSITIVE_INFINITY : (from + 1) * BIN_NANOS / 1e9;
    }

    private static void draw(Reproduction result, int cores, CellSystem system, Spike spike) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Cell, figure 7: latency during a spike of load",
                                "24 clients search every 75 us; from 80 to 280 ms, 36 more do. With"
                                    + " one core, servers alone cannot serve the spike. The paper"
                                    + " prints no numbers.");
        for (int i = 0; i < spike.bins.size(); i++) {
            drawing.curves(
                            cores == 1 ? "Median, 1 core" : text("Median, %d cores", cores),
                            "milliseconds",
                            "microseconds")
                    .ours(system.text(), (i + 1) * BIN_NANOS / 1e6, spike.bins.get(i).p50());
        }
    }
}
