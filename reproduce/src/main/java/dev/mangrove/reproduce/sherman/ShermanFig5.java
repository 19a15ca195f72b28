package dev.mangrove.reproduce.sherman;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** What each technique contributes when keys are skewed. */
public final class ShermanFig5 implements Experiment {
    private static final List<ShermanSystem> STEPS =
            List.of(
                    ShermanSystem.FG_PLUS,
                    ShermanSystem.COMBINE,
                    ShermanSystem.ON_CHIP,
                    ShermanSystem.HIERARCHICAL,
                    ShermanSystem.SHERMAN,
                    ShermanSystem.MANGROVE);

    /** Throughput of each step to the one before; write-intensive. */
    private static final double[] GAINS = {3.37, 3.06, 2.22, 1.03};

    /** How much lower the 99th percentile is than with the step before; the last is not told. */
    private static final double[] TAILS = {3.18, 3.48, 2.68};

    @Override
    public String name() {
        return "sherman-fig5";
    }

    @Override
    public String what() {
        return "Sherman, figure 5: what each technique contributes, skewed keys";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new ShermanRuns(profile, ShermanRuns.KEY_SPACE));
    }

    static Reproduction run(ShermanRuns runs) {
        Reproduction result = new Reproduction("sherman-fig5");
        ShermanWork mixed = ShermanWork.writeIntensive(true);
        List<ShermanPoint> points = measure(result, runs, mixed);
        printed(result, points);
        totals(result, mixed, points, 23.6, 1.4, 30.2);
        ShermanWork writes = ShermanWork.writeOnly(true);
        points = measure(result, runs, writes);
        contribute(result, points);
        totals(result, writes, points, 24.7, 1.2, 35.8);
        return runs.scaled(result);
    }

    private static List<ShermanPoint> measure(
            Reproduction result, ShermanRuns runs, ShermanWork work) {
        List<ShermanPoint> points = new ArrayList<>();
        for (ShermanSystem system : STEPS) {
            ShermanPoint point = runs.run(system, work);
            points.add(point);
            result.measured(text("%s, %s, M/s", work.name(), system.text()), point.mops());
            result.measured(text("%s, %s, p50 us", work.name(), system.text()), point.p50());
            result.measured(text("%s, %s, p99 us", work.name(), system.text()), point.p99());
        }
        return points;
    }

    /** The paper prints what each step brings to the write-intensive workload. */
    private static void printed(Reproduction result, List<ShermanPoint> points) {
        for (int i = 0; i < GAINS.length; i++) {
            ShermanPoint before = points.get(i);
            ShermanPoint after = points.get(i + 1);
            String step = "write-intensive: " + STEPS.get(i + 1).text();
            result.row(step + ", throughput, times", GAINS[i], after.mops() / before.mops());
            if (i < TAILS.length) {
                result.row(step + ", p99 lower, times", TAILS[i], before.p99() / after.p99());
            }
        }
    }

    /** For writes only it says that all steps contribute but the last. */
    private static void contribute(Reproduction result, List<ShermanPoint> points) {
        for (int i = 0; i < GAINS.length; i++) {
            boolean helps = i < GAINS.length - 1;
            result.claim(
                    text(
                            "write-only: %s %s throughput",
                            STEPS.get(i + 1).text(), helps ? "improves" : "hardly changes"),
                    points.get(i + 1).mops() / points.get(i).mops(),
                    helps ? Bound.MORE : Bound.SAME);
        }
    }

    private static void totals(
            Reproduction result,
            ShermanWork work,
            List<ShermanPoint> points,
            double throughput,
            double median,
            double tail) {
        ShermanPoint before = points.getFirst();
        ShermanPoint after = points.get(GAINS.length);
        String all = work.name() + ": all steps, ";
        result.row(all + "throughput, times", throughput, after.mops() / before.mops());
        result.row(all + "p50 lower, times", median, before.p50() / after.p50());
        result.row(all + "p99 lower, times", tail, before.p99() / after.p99());
    }
}
