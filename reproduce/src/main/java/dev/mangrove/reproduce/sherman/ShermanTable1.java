package dev.mangrove.reproduce.sherman;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** FG+, the fine-grained tree with a cache; it collapses when many threads write the same keys. */
public final class ShermanTable1 implements Experiment {
    private static final String FG_PLUS = ShermanSystem.FG_PLUS.text();

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
            result.row(text + ", M/s", published.mops(), point.mops());
            result.row(text + ", p50, us", published.p50(), point.p50());
            result.row(text + ", p90, us", published.p90(), point.p90());
            result.row(text + ", p99, us", published.p99(), point.p99());
            draw(result, published, point);
            uniform = skewed;
            skewed = point;
        }
        if (uniform != null && skewed != null) {
            result.claim(
                    "FG+ collapses under writes and skew: throughput to that of uniform keys",
                    skewed.mops() / uniform.mops(),
                    Bound.COLLAPSED);
        }
        return runs.scaled(result);
    }

    private static void draw(Reproduction result, Published published, ShermanPoint point) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Sherman, table 1: FG+ by share of writes and skew",
                                "FG+ does well until many write the same keys: then it does a"
                                        + " fiftieth, and one operation of a hundred takes 20 ms.");
        String work = published.work().text();
        drawing.bars("Throughput", "", "million operations per second")
                .ours(FG_PLUS, work, point.mops())
                .paper(FG_PLUS, work, published.mops());
        drawing.bars("Median", "", "microseconds")
                .ours(FG_PLUS, work, point.p50())
                .paper(FG_PLUS, work, published.p50());
        drawing.bars("90th percentile", "", "microseconds")
                .ours(FG_PLUS, work, point.p90())
                .paper(FG_PLUS, work, published.p90());
        drawing.bars("99th percentile", "", "microseconds")
                .ours(FG_PLUS, work, point.p99())
                .paper(FG_PLUS, work, published.p99());
    }
}
