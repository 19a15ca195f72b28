package dev.mangrove.reproduce.sherman;

import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Range queries, alone and mixed with writes. */
public final class ShermanTable3 implements Experiment {
    private record Published(ShermanWork work, double fgPlus, double sherman) {}

    private static final List<Published> TABLE =
            List.of(
                    new Published(ShermanWork.rangeOnly(100), 26.09, 25.55),
                    new Published(ShermanWork.rangeOnly(1000), 5.77, 5.76),
                    new Published(ShermanWork.rangeWrite(100), 7.74, 14.08),
                    new Published(ShermanWork.rangeWrite(1000), 2.49, 3.12));

    @Override
    public String name() {
        return "sherman-table3";
    }

    @Override
    public String what() {
        return "Sherman, table 3: range queries";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new ShermanRuns(profile, ShermanRuns.KEY_SPACE));
    }

    static Reproduction run(ShermanRuns runs) {
        Reproduction result = new Reproduction("sherman-table3");
        for (Published published : TABLE) {
            double before = runs.run(ShermanSystem.FG_PLUS, published.work()).mops();
            double after = runs.run(ShermanSystem.SHERMAN, published.work()).mops();
            String name = published.work().name();
            result.row(
                    name + ": Sherman to FG+",
                    published.sherman() / published.fgPlus(),
                    after / before);
            result.figures()
                    .drawing(
                            "",
                            "Sherman, table 3: range queries",
                            "Alone, ranges cost both systems the same. Beside inserts, Sherman is"
                                    + " ahead. The ratio of the systems comes out better than their"
                                    + " throughput.")
                    .bars(
                            "Throughput",
                            "workload, keys of a range",
                            "million operations per second")
                    .ours("FG+", name, before)
                    .ours("Sherman", name, after)
                    .paper("FG+", name, published.fgPlus())
                    .paper("Sherman", name, published.sherman());
            result.row(name + ", FG+, M/s", published.fgPlus(), before);
            result.row(name + ", Sherman, M/s", published.sherman(), after);
        }
        return runs.scaled(result);
    }
}
