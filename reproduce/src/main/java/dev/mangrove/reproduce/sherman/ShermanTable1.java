package dev.mangrove.reproduce.sherman;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** FG+, the fine-grained tree with a cache: it collapses when many write the same keys. */
public final class ShermanTable1 implements Experiment {
    private static final double LEAST = 0.67;
    private static final double LARGEST = 1.5;
    private static final double COLLAPSE = 0.1;
    private static final double TAIL = 100;

    private record Published(ShermanWork work, double mops, double p50, double p90, double p99) {}

    private static final List<Published> TABLE =
            List.of(
                    new Published(ShermanWork.readIntensive(false), 31.8, 4.9, 6.4, 14.9),
                    new Published(ShermanWork.readIntensive(true), 32.9, 4.7, 6.2, 15.3),
                    new Published(ShermanWork.writeIntensive(false), 18.7, 9.5, 14.3, 19),
                    new Published(ShermanWork.writeIntensive(true), 0.34, 10, 68.7, 19_890));

    @Override
    public String name() {
        return "sherman-table1";
    }

    @Override
    public String what() {
        return "Sherman, table 1: FG+ by share of writes and skew";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new ShermanRuns(profile, ShermanRuns.KEY_SPACE));
    }

    static Reproduction run(ShermanRuns runs) {
        Reproduction result = new Reproduction("sherman-table1");
        ShermanPoint uniform = null;
        ShermanPoint skewed = null;
        for (Published published : TABLE) {
            ShermanPoint point = runs.run(ShermanSystem.FG_PLUS, published.work());
            String text = published.work().text();
            result.row(text + ", M/s", published.mops(), point.mops(), LEAST, LARGEST);
            latency(result, text, "p50", published.p50(), point.p50());
            latency(result, text, "p90", published.p90(), point.p90());
            latency(result, text, "p99", published.p99(), point.p99());
            uniform = skewed;
            skewed = point;
        }
        if (uniform != null && skewed != null) {
            result.claim(
                    text(
                            "FG+ collapses under writes and skew: %.2f M/s and %.0f us, uniform"
                                    + " %.1f M/s and %.1f us",
                            skewed.mops(), skewed.p99(), uniform.mops(), uniform.p99()),
                    skewed.mops() < COLLAPSE * uniform.mops()
                            && skewed.p99() > TAIL * uniform.p99());
        }
        return runs.scaled(result);
    }

    /** Latencies are shown beside the paper's, which asks for throughput to be fitted first. */
    private static void latency(
            Reproduction result, String work, String share, double paper, double ours) {
        result.measured(text("%s, %s, us (paper %.1f)", work, share, paper), ours);
    }
}
