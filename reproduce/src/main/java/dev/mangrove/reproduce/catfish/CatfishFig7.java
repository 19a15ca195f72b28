package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;

/** One client that offloads, with one and with several READs at a time. */
public final class CatfishFig7 implements Experiment {
    private static final double[] SCALES = {1e-5, 1e-4, 1e-3, 1e-2};

    /** The paper's largest reduction of latency, at the scale 0.01. */
    private static final double SAVED_PERCENT = 15.13;

    private static final String MANY = "many pages at once";
    private static final long NANOS = 40_000_000;

    @Override
    public String name() {
        return "catfish-fig7";
    }

    @Override
    public String what() {
        return "Catfish, figure 7: reading pages one after the other and many at once";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, CatfishRuns.OBJECTS));
    }

    static Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction("catfish-fig7");
        Panel panel =
                result.figures()
                        .drawing(
                                "",
                                "Catfish, figure 7: offloaded searches of one client",
                                "Many READs at once save most where windows are large. The paper"
                                    + " prints only what they save there, 15 %, which is drawn from"
                                    + " our latency of one page after the other.")
                        .bars("Latency", "scale of windows", "microseconds");
        double least = 1;
        double before = 0;
        double atLast = 0;
        try (CatfishCluster cluster = runs.packed(SpatialDesign.RSTAR)) {
            for (double scale : SCALES) {
                CatfishWork work = CatfishWork.upTo(scale);
                double single = micros(cluster, work, CatfishSystem.OFFLOADING);
                double multi = micros(cluster, work, CatfishSystem.COORDINATED);
                result.measured(text("%s, one by one, us", work.name()), single);
                result.measured(text("%s, many at once, us", work.name()), multi);
                String windows = BigDecimal.valueOf(scale).toPlainString();
                panel.ours("one page after the other", windows, single);
                panel.ours(MANY, windows, multi);
                if (scale == SCALES[SCALES.length - 1]) {
                    panel.paper(MANY, windows, single * (1 - SAVED_PERCENT / 100));
                }
                before = Math.max(before, atLast);
                atLast = 1 - multi / single;
                least = Math.min(least, atLast);
            }
        }
        result.row("latency saved at the largest scale, %", SAVED_PERCENT, 100 * atLast);
        result.claim(
                "several pages at once are faster at all scales: latency to one by one, at most",
                1 - least,
                Bound.LESS);
        result.claim(
                "they save most at the largest scale: to the most saved at any other",
                atLast / before,
                Bound.FIRST);
        return runs.scaled(result).note(CatfishRuns.PACKED);
    }

    private static double micros(CatfishCluster cluster, CatfishWork work, CatfishSystem system) {
        return cluster.measure(work, system.view(), 1, NANOS / 8, NANOS).micros();
    }
}
