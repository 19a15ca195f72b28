package dev.mangrove.reproduce.sherman;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

/** The contribution of the techniques with uniform keys, and the cost of correctness. */
public final class ShermanFig6 implements Experiment {
    private static final double MOST_COST = 1.05;

    @Override
    public String name() {
        return "sherman-fig6";
    }

    @Override
    public String what() {
        return "Sherman, figure 6: Sherman beside FG+, uniform keys; the cost of correctness";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new ShermanRuns(profile, ShermanRuns.KEY_SPACE));
    }

    static Reproduction run(ShermanRuns runs) {
        Reproduction result = new Reproduction("sherman-fig6");
        measure(result, runs, ShermanWork.writeOnly(false), 1.24, 1.24, 2.01);
        measure(result, runs, ShermanWork.writeIntensive(false), 1.15, 1.19, 1.27);
        cost(result, runs, ShermanWork.writeIntensive(false));
        cost(result, runs, ShermanWork.writeIntensive(true));
        return runs.scaled(result)
                .note(
                        "correctness_cost is in verbs and bytes; looking at stamps takes no time"
                                + " here");
    }

    private static void measure(
            Reproduction result,
            ShermanRuns runs,
            ShermanWork work,
            double throughput,
            double median,
            double tail) {
        ShermanPoint before = runs.run(ShermanSystem.FG_PLUS, work);
        ShermanPoint after = runs.run(ShermanSystem.SHERMAN, work);
        ShermanPoint ours = runs.run(ShermanSystem.MANGROVE, work);
        String beside = work.name() + ": Sherman to FG+, ";
        result.row(beside + "throughput, times", throughput, after.mops() / before.mops());
        result.row(beside + "p50 lower, times", median, before.p50() / after.p50());
        result.row(beside + "p99 lower, times", tail, before.p99() / after.p99());
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Sherman, figure 6: uniform keys",
                                "Without contention, Sherman's techniques bring little, and cost"
                                        + " nothing. Mangrove is Sherman with ours added.");
        Panel rate = drawing.bars("Throughput", "", "times that of FG+");
        rate.ours("Sherman", work.name(), after.mops() / before.mops());
        rate.ours("Mangrove", work.name(), ours.mops() / before.mops());
        rate.paper("Sherman", work.name(), throughput);
        Panel slowest = drawing.bars("99th percentile", "", "times lower than that of FG+");
        slowest.ours("Sherman", work.name(), before.p99() / after.p99());
        slowest.ours("Mangrove", work.name(), before.p99() / ours.p99());
        slowest.paper("Sherman", work.name(), tail);
        result.measured(work.name() + ", FG+, M/s", before.mops());
        result.measured(work.name() + ", Sherman, M/s", after.mops());
        result.measured(work.name() + ", Mangrove, M/s", ours.mops());
    }

    /** Compares the published protocol, in a run without faults, with the corrected one. */
    private static void cost(Reproduction result, ShermanRuns runs, ShermanWork work) {
        int threads = ShermanCluster.THREADS;
        double published = runs.run(ShermanSystem.SHERMAN, work, threads, true).mops();
        double corrected = runs.run(ShermanSystem.SHERMAN, work, threads, false).mops();
        result.claim(
                "ours: correctness_cost, " + work.text() + ": published to corrected",
                published / corrected,
                Bound.atMost(MOST_COST));
    }
}
