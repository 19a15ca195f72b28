package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.AccessMode;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every access policy on the Cell paper's workloads. regret = 1 - throughput of the policy /
 * throughput of the best fixed ratio.
 */
public final class CellPolicies implements Experiment {
    private static final List<AccessMode> POLICIES =
            List.of(AccessMode.QUEUE, AccessMode.CACHE_AWARE, AccessMode.BACKOFF, AccessMode.AUTO);

    /** Fixed ratios are tried in steps of 1 / STEPS. */
    private static final int STEPS = 20;

    /** Where the search for the best ratio begins at the first point. Chosen. */
    private static final int FIRST_STEP = 12;

    /** Chosen: our own bounds, see docs/SIMULATOR.md. */
    private static final double MOST_REGRET = 0.05;

    private static final double MOST_BEHIND = 0.03;
    private static final double QUARTER = 0.25;

    /** Processes for each server: they saturate it. Chosen, as for figure 5. */
    private static final int PER_SERVER = CellFig5.PROCESSES_PER_SERVER;

    /** Operations of each thread before a policy is measured. Chosen: as for table 2. */
    private static final long WARM_UP = 1_000;

    /** The same for a fixed ratio. Chosen. */
    private static final long SHORT_WARM_UP = 60;

    /** Operations of each thread that are measured. Chosen, not tuned. */
    private static final long COUNTED = 150;

    /** Searches of each thread from the start on. Chosen: queue averages settle within them. */
    private static final long FIRST = 300;

    /** Virtual time of the measurement at a quarter of the load. Chosen. */
    private static final long NANOS = 50_000_000;

    /**
     * A workload on a cluster.
     *
     * @param name in reports
     */
    record Point(String name, int servers, int cores, CellWork work) {
        static Point search(int servers, int cores) {
            return new Point(
                    text("%d servers, %d cores", servers, cores), servers, cores, CellWork.SEARCH);
        }

        static Point mix(CellWork work) {
            return new Point(work.name() + ", 4 servers, 2 cores", 4, 2, work.withoutSearch());
        }
    }

    @Override
    public String name() {
        return "cell-policies";
    }

    @Override
    public String what() {
        return "Access policies beside the best fixed ratio, on Cell's workloads";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? CellText.PROFILE : name);
        List<Point> points = new ArrayList<>();
        for (int cores = 1; cores <= 8; cores++) {
            points.add(Point.search(4, cores));
        }
        points.add(Point.search(1, 2));
        points.add(Point.search(8, 2));
        points.add(Point.mix(CellWork.ycsb("YCSB A", 0.5)));
        points.add(Point.mix(CellWork.ycsb("YCSB B", 0.05)));
        return run(profile, PER_SERVER, points);
    }

    static Reproduction run(Profile profile, int perServer, List<Point> points) {
        Reproduction result = new Reproduction("cell-policies");
        int step = FIRST_STEP;
        for (Point point : points) {
            try (CellCluster cluster =
                    new CellCluster(profile, CellTree.SMALL, point.servers, point.cores)) {
                step = compare(result, cluster, point, perServer * point.servers, step);
            }
        }
        try (CellCluster cluster = new CellCluster(profile, CellTree.SMALL, 4, 2)) {
            settling(result, cluster, perServer * 4);
            idle(result, cluster, perServer * 4);
        }
        return result.note(CellText.scale(CellTree.SMALL))
                .note(
                        "the best ratio is searched uphill from that of the point before, in steps"
                                + " of 0.05; puts are one message");
    }

    /** Compares all policies at a point; returns the step of the best ratio. */
    private static int compare(
            Reproduction result, CellCluster cluster, Point point, int processes, int step) {
        Map<Integer, Double> tried = new TreeMap<>();
        int at = step;
        boolean climbs = true;
        while (climbs) { // Ends: each turn but the last moves to a step with a higher throughput.
            double here = ratio(cluster, point, processes, at, tried);
            climbs = false;
            for (int next : new int[] {at - 1, at + 1}) {
                if (next >= 0
                        && next <= STEPS
                        && ratio(cluster, point, processes, next, tried) > here) {
                    here = ratio(cluster, point, processes, next, tried);
                    at = next;
                    climbs = true;
                }
            }
        }
        double best = ratio(cluster, point, processes, at, tried);
        Map<AccessMode, Double> rates = new EnumMap<>(AccessMode.class);
        for (AccessMode policy : POLICIES) {
            ViewOptions view = CellCluster.view(CellSystem.CLIENT).withAccess(policy);
            double rate =
                    cluster.measure(point.work, view, processes, WARM_UP, COUNTED).thousands();
            rates.put(policy, rate);
            result.measured(text("%s, %s, K/s", point.name, policy.text()), rate);
            result.measured(text("%s, %s, regret", point.name, policy.text()), 1 - rate / best);
            panel(result).ours(policy.text(), point.name, rate / best);
        }
        result.measured(text("%s, best ratio %.2f, K/s", point.name, (double) at / STEPS), best);
        judge(result, point, best, rates);
        return at;
    }

    /** Throughput of a fixed ratio, measured once. */
    private static double ratio(
            CellCluster cluster, Point point, int processes, int step, Map<Integer, Double> tried) {
        return tried.computeIfAbsent(
                step,
                number ->
                        cluster.measure(
                                        point.work,
                                        CellCluster.ratio((double) number / STEPS),
                                        processes,
                                        SHORT_WARM_UP,
                                        COUNTED)
                                .thousands());
    }

    private static void judge(
            Reproduction result, Point point, double best, Map<AccessMode, Double> rates) {
        double auto = rates.getOrDefault(AccessMode.AUTO, 0.0);
        double queue = rates.getOrDefault(AccessMode.QUEUE, Double.MAX_VALUE);
        result.claim(
                point.name + ", ours: auto regrets at most 5 %: throughput to the best fixed ratio",
                auto / best,
                Bound.atLeast(1 - MOST_REGRET));
        result.claim(
                point.name + ", ours: auto is at most 3 % behind Cell",
                auto / queue,
                Bound.atLeast(1 - MOST_BEHIND));
    }

    /** Adds the claim on the time right after the start of all clients, which is not warm-up. */
    private static void settling(Reproduction result, CellCluster cluster, int processes) {
        double queue = fromTheStart(cluster, CellSystem.CELL, processes);
        double auto = fromTheStart(cluster, CellSystem.AUTO, processes);
        result.claim(
                "4 servers, 2 cores, ours: auto is at most 3 % behind Cell in the first "
                        + FIRST
                        + " searches of each thread",
                auto / queue,
                Bound.atLeast(1 - MOST_BEHIND),
                text("%.0f and %.0f K/s", auto, queue));
    }

    private static double fromTheStart(CellCluster cluster, CellSystem system, int processes) {
        try (CellRun run = cluster.start(CellWork.SEARCH, CellCluster.view(system), processes)) {
            return run.measure(FIRST).thousands();
        }
    }

    /** Adds the claim on a quarter of the load that servers alone can serve. */
    private static void idle(Reproduction result, CellCluster cluster, int processes) {
        double most =
                cluster.measure(
                                CellWork.SEARCH,
                                CellCluster.view(CellSystem.SERVER),
                                processes,
                                SHORT_WARM_UP,
                                COUNTED)
                        .perSecond();
        long period = Math.round(processes * CellSetup.THREADS / (QUARTER * most) * 1e9);
        CellWork work = CellWork.SEARCH.every(period);
        Map<CellSystem, Double> medians = new EnumMap<>(CellSystem.class);
        for (CellSystem system : List.of(CellSystem.SERVER, CellSystem.CELL, CellSystem.AUTO)) {
            try (CellRun run = cluster.start(work, CellCluster.view(system), processes)) {
                run.measureFor(NANOS);
                double median = run.measureFor(NANOS).p50();
                medians.put(system, median);
                result.measured("a quarter of the load, " + system.text() + ", p50, us", median);
            }
        }
        result.claim(
                "ours: at a quarter of the load the median of auto is within 3 % of servers alone",
                medians.getOrDefault(CellSystem.AUTO, 0.0)
                        / medians.getOrDefault(CellSystem.SERVER, 1.0),
                new Bound(1 - MOST_BEHIND, 1 + MOST_BEHIND));
    }

    private static Panel panel(Reproduction result) {
        return result.figures()
                .drawing(
                        "",
                        "Access policies beside the best fixed ratio, on Cell's workloads",
                        "Each mark is a policy's throughput. The line at 1 is the best fixed share"
                                + " of searches by clients; auto may be 0.05 below it.")
                .rows("Throughput", "throughput to that of the best fixed ratio")
                .guide(1);
    }
}
