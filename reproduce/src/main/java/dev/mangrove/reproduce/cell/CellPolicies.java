package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.AccessMode;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Every access policy on the Cell paper's workloads. regret = 1 - throughput of the policy /
 * throughput of the best fixed ratio.
 */
public final class CellPolicies implements Experiment {
    private static final List<AccessMode> POLICIES =
            List.of(AccessMode.QUEUE, AccessMode.CACHE_AWARE, AccessMode.BACKOFF, AccessMode.AUTO);

    /** Chosen: our own bounds, see docs/SIMULATOR.md. */
    private static final double MOST_REGRET = 0.05;

    private static final double MOST_BEHIND = 0.03;
    private static final double QUARTER = 0.25;

    /** Processes for each server: they saturate it. Chosen, as for figure 5. */
    private static final int PER_SERVER = CellFig5.PROCESSES_PER_SERVER;

    /** Operations of each thread before the server's capacity is measured. Chosen. */
    private static final long SHORT_WARM_UP = 60;

    /** Operations of each thread that are measured. Chosen, not tuned. */
    private static final long COUNTED = 150;

    /** Searches of each thread from the start on. Chosen: queue averages settle within them. */
    private static final long FIRST = 300;

    /** Virtual time of the measurement at a quarter of the load. Chosen. */
    private static final long NANOS = 50_000_000;

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
        return run(profile, PER_SERVER, CellPolicyPoint.all(profile, PER_SERVER));
    }

    static Reproduction run(Profile profile, int perServer, List<CellPolicyPoint> points) {
        Reproduction result = new Reproduction("cell-policies");
        // Each point has servers of its own, so that points do not affect each other.
        points.parallelStream().map(CellPolicies::measure).toList().forEach(m -> show(result, m));
        try (CellCluster cluster = new CellCluster(profile, CellTree.SMALL, 4, 2)) {
            settling(result, cluster, perServer * 4);
            idle(result, cluster, perServer * 4);
        }
        return result.note(CellText.scale(CellTree.SMALL))
                .note(BestRatio.NOTE)
                .note("puts are one message, except at the points of figure 9");
    }

    /** What was measured at a point, in thousands of requests per second. */
    private record Measured(String point, BestRatio best, Map<AccessMode, Double> rates) {}

    private static Measured measure(CellPolicyPoint point) {
        try (CellPolicyPoint.Site site = point.open()) {
            BestRatio best = BestRatio.of(site::ofRatio);
            Map<AccessMode, Double> rates = new EnumMap<>(AccessMode.class);
            POLICIES.forEach(policy -> rates.put(policy, site.ofPolicy(policy)));
            return new Measured(point.name(), best, rates);
        }
    }

    private static void show(Reproduction result, Measured measured) {
        String point = measured.point;
        double best = measured.best.thousands();
        measured.rates.forEach(
                (policy, rate) -> {
                    String what = text("%s, %s, ", point, policy.text());
                    result.measured(what + "K/s", rate).measured(what + "regret", 1 - rate / best);
                    panel(result).ours(policy.text(), point, rate / best);
                });
        result.measured(text("%s, best ratio %.2f, K/s", point, measured.best.share()), best);
        judge(result, point, best, measured.rates);
    }

    private static void judge(
            Reproduction result, String point, double best, Map<AccessMode, Double> rates) {
        double auto = rates.getOrDefault(AccessMode.AUTO, 0.0);
        double queue = rates.getOrDefault(AccessMode.QUEUE, Double.MAX_VALUE);
        result.claim(
                point + ", ours: auto regrets at most 5 %: throughput to the best fixed ratio",
                auto / best,
                Bound.atLeast(1 - MOST_REGRET));
        result.claim(
                point + ", ours: auto is at most 3 % behind Cell",
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
