package dev.mangrove.reproduce.sherman;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** What each technique contributes when keys are skewed. */
public final class ShermanFig5 implements Experiment {
    private static final double TOTAL = 10;

    /** Of a step that the paper says brings hardly anything. */
    private static final double TIE = 0.97;

    private static final List<ShermanSystem> STEPS =
            List.of(
                    ShermanSystem.FG_PLUS,
                    ShermanSystem.COMBINE,
                    ShermanSystem.ON_CHIP,
                    ShermanSystem.HIERARCHICAL,
                    ShermanSystem.SHERMAN,
                    ShermanSystem.MANGROVE);

    private static final double[] PAPER = {3.37, 3.06, 2.22, 1.03};

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
        measure(result, runs, ShermanWork.writeIntensive(true), 23.6, 30.2);
        measure(result, runs, ShermanWork.writeOnly(true), 24.7, 35.8);
        return runs.scaled(result);
    }

    private static void measure(
            Reproduction result,
            ShermanRuns runs,
            ShermanWork work,
            double totalMops,
            double totalTail) {
        List<ShermanPoint> points = new ArrayList<>();
        for (ShermanSystem system : STEPS) {
            ShermanPoint point = runs.run(system, work);
            points.add(point);
            result.measured(text("%s, %s, M/s", work.name(), system.text()), point.mops());
            result.measured(text("%s, %s, p50 us", work.name(), system.text()), point.p50());
            result.measured(text("%s, %s, p99 us", work.name(), system.text()), point.p99());
        }
        for (int i = 0; i < PAPER.length; i++) {
            double gain = points.get(i + 1).mops() / points.get(i).mops();
            boolean hardly = PAPER[i] < 1.1;
            result.claim(
                    text(
                            "%s: %s %s: %.2f times (paper, write-intensive: %.2f)",
                            work.name(),
                            STEPS.get(i + 1).text(),
                            hardly ? "costs nothing" : "helps",
                            gain,
                            PAPER[i]),
                    gain > (hardly ? TIE : 1));
        }
        ShermanPoint first = points.getFirst();
        ShermanPoint sherman = points.get(PAPER.length);
        double mops = sherman.mops() / first.mops();
        double tail = first.p99() / sherman.p99();
        result.claim(
                text(
                        "%s: all of it: %.1f times the throughput (paper %.1f)",
                        work.name(), mops, totalMops),
                mops >= TOTAL);
        result.claim(
                text(
                        "%s: all of it: the slowest hundredth is %.1f times faster (paper %.1f)",
                        work.name(), tail, totalTail),
                tail >= TOTAL);
    }
}
