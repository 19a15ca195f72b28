package dev.mangrove.reproduce.sherman;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

/** What the techniques contribute when all keys are as popular, and what being right costs. */
public final class ShermanFig6 implements Experiment {
    private static final double LEAST = 0.9;
    private static final double LARGEST = 1.2;
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
        measure(result, runs, ShermanWork.writeOnly(false), 1.24);
        measure(result, runs, ShermanWork.writeIntensive(false), 1.15);
        cost(result, runs, ShermanWork.writeIntensive(false));
        cost(result, runs, ShermanWork.writeIntensive(true));
        return runs.scaled(result)
                .note(
                        "correctness_cost is in verbs and bytes; looking at stamps takes no time"
                                + " here");
    }

    private static void measure(
            Reproduction result, ShermanRuns runs, ShermanWork work, double paper) {
        ShermanPoint before = runs.run(ShermanSystem.FG_PLUS, work);
        ShermanPoint after = runs.run(ShermanSystem.SHERMAN, work);
        ShermanPoint ours = runs.run(ShermanSystem.MANGROVE, work);
        result.row(
                work.name() + ": Sherman to FG+",
                paper,
                after.mops() / before.mops(),
                LEAST,
                LARGEST);
        result.measured(work.name() + ", FG+, M/s", before.mops());
        result.measured(work.name() + ", Sherman, M/s", after.mops());
        result.measured(work.name() + ", Mangrove, M/s", ours.mops());
        result.claim(
                text(
                        "%s: the slowest hundredth gets faster: %.1f us, %.1f us before",
                        work.name(), after.p99(), before.p99()),
                after.p99() < before.p99());
    }

    /** The published protocol, without faults, beside the corrected one. */
    private static void cost(Reproduction result, ShermanRuns runs, ShermanWork work) {
        int threads = ShermanCluster.THREADS;
        double published = runs.run(ShermanSystem.SHERMAN, work, threads, true).mops();
        double corrected = runs.run(ShermanSystem.SHERMAN, work, threads, false).mops();
        result.row(
                "correctness_cost, " + work.text() + ": published to corrected",
                1,
                published / corrected,
                0,
                MOST_COST);
    }
}
