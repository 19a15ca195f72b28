package dev.mangrove.reproduce.sherman;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Beyond the paper: the gain by delegation, in which one of the threads of a process that want the
 * same key gets or puts it for all of them.
 */
public final class ShermanDelegation implements Experiment {
    private static final double MOST_LOST = 0.03;

    @Override
    public String name() {
        return "sherman-delegation";
    }

    @Override
    public String what() {
        return "beyond the Sherman paper: one thread of a process gets and puts a key for all";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new ShermanRuns(profile, ShermanRuns.KEY_SPACE));
    }

    static Reproduction run(ShermanRuns runs) {
        Reproduction result = new Reproduction("sherman-delegation");
        for (boolean skewed : List.of(true, false)) {
            for (ShermanWork work :
                    List.of(
                            ShermanWork.readIntensive(skewed),
                            ShermanWork.writeIntensive(skewed),
                            ShermanWork.writeOnly(skewed))) {
                measure(result, runs, work);
            }
        }
        return runs.scaled(result);
    }

    private static void measure(Reproduction result, ShermanRuns runs, ShermanWork work) {
        ShermanPoint without = runs.run(ShermanSystem.ALONE, work);
        ShermanPoint with = runs.run(ShermanSystem.MANGROVE, work);
        result.measured(work.text() + ", each for itself, M/s", without.mops());
        result.measured(work.text() + ", one for all, M/s", with.mops());
        result.measured(work.text() + ", each for itself, p99 us", without.p99());
        result.measured(work.text() + ", one for all, p99 us", with.p99());
        draw(result, work, "each thread for itself", without);
        draw(result, work, "one thread for all", with);
        double gain = with.mops() / without.mops();
        result.claim(
                "ours: " + work.text() + ": at most 3 % of the throughput are lost",
                gain,
                Bound.atLeast(1 - MOST_LOST));
        if (work.isContended()) {
            result.claim("ours: " + work.text() + ": delegation helps", gain, Bound.MORE);
        }
    }

    private static void draw(
            Reproduction result, ShermanWork work, String series, ShermanPoint point) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Ours: one thread of a process gets and puts a key for all",
                                "Where many threads want the same keys, one that does it for all is"
                                        + " worth several times the throughput and a shorter tail;"
                                        + " elsewhere it costs nothing.");
        drawing.bars("Throughput", "", "million operations per second")
                .ours(series, work.text(), point.mops());
        drawing.bars("99th percentile", "", "microseconds").ours(series, work.text(), point.p99());
    }
}
