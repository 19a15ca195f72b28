package dev.mangrove.reproduce.sherman;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** The contribution of each technique with skewed keys. */
public final class ShermanFig5 implements Experiment {
    private static final List<ShermanSystem> STEPS =
            List.of(
                    ShermanSystem.FG_PLUS,
                    ShermanSystem.COMBINE,
                    ShermanSystem.ON_CHIP,
                    ShermanSystem.HIERARCHICAL,
                    ShermanSystem.SHERMAN,
                    ShermanSystem.MANGROVE);

    /** Table 1: FG+ under the write-intensive workload, skewed. */
    private static final double FG_PLUS_MOPS = 0.34;

    private static final double FG_PLUS_TAIL = 19_890;

    /** Throughput of each step / that of the step before; write-intensive. */
    private static final double[] GAINS = {3.37, 3.06, 2.22, 1.03};

    /** 99th percentile of the step before / that of the step; the paper omits the last. */
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
        drawPublished(result);
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
            draw(result).throughput().ours(work.name(), system.text(), point.mops());
            draw(result).tail().ours(work.name(), system.text(), point.p99());
            result.measured(text("%s, %s, M/s", work.name(), system.text()), point.mops());
            result.measured(text("%s, %s, p50 us", work.name(), system.text()), point.p50());
            result.measured(text("%s, %s, p99 us", work.name(), system.text()), point.p99());
        }
        return points;
    }

    /**
     * Adds the rows of the write-intensive workload, for which the paper prints each step's factor.
     */
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

    /** Adds the claims for writes only: the paper says that all steps but the last contribute. */
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

    private record Panels(Panel throughput, Panel tail) {}

    private static Panels draw(Reproduction result) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Sherman, figure 5: what each technique contributes, skewed keys",
                                "From FG+ on, each group has one technique more. Published: 0.34"
                                    + " M/s and 19,890 us of table 1, times the factors of section"
                                    + " 5.1.1 (write-intensive). The last group is ours.");
        return new Panels(
                drawing.bars("Throughput", "", "million operations per second"),
                drawing.bars("99th percentile", "", "microseconds"));
    }

    private static void drawPublished(Reproduction result) {
        String work = ShermanWork.writeIntensive(true).name();
        double mops = FG_PLUS_MOPS;
        double tail = FG_PLUS_TAIL;
        for (int i = 0; i <= GAINS.length; i++) {
            draw(result).throughput().paper(work, STEPS.get(i).text(), mops);
            mops *= i < GAINS.length ? GAINS[i] : 1;
            if (i <= TAILS.length) {
                draw(result).tail().paper(work, STEPS.get(i).text(), tail);
                tail /= i < TAILS.length ? TAILS[i] : 1;
            }
        }
    }
}
