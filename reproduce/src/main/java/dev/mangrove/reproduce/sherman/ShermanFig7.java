package dev.mangrove.reproduce.sherman;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

/** Growing numbers of client threads: with skewed keys FG+ collapses and Sherman does not. */
public final class ShermanFig7 implements Experiment {
    private static final int[] THREADS = {8, 22, 44, 66};
    private static final double[] SKEWS = {0, 0.9, 0.99};
    private static final int HOSTS = 8;
    private static final double UNIFORM_MOPS = 44;
    private static final double UNIFORM_LEAD = 1.14;
    private static final double HIGH = 0.95;

    @Override
    public String name() {
        return "sherman-fig7";
    }

    @Override
    public String what() {
        return "Sherman, figure 7: throughput by number of client threads";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new ShermanRuns(profile, ShermanRuns.KEY_SPACE), THREADS);
    }

    static Reproduction run(ShermanRuns runs, int... threads) {
        Reproduction result = new Reproduction("sherman-fig7");
        for (double skew : SKEWS) {
            ShermanWork work = ShermanWork.writeIntensive(false).withSkew(skew);
            double[] before = curve(result, runs, ShermanSystem.FG_PLUS, work, threads);
            double[] after = curve(result, runs, ShermanSystem.SHERMAN, work, threads);
            if (skew == 0) {
                double added = (double) threads[threads.length - 1] / threads[0];
                scales(result, "FG+", added, before);
                scales(result, "Sherman", added, after);
                uniform(result, before[before.length - 1], after[after.length - 1]);
                int most = HOSTS * threads[threads.length - 1];
                panel(result, work)
                        .paper("Sherman", most, UNIFORM_MOPS)
                        .paper("FG+", most, UNIFORM_MOPS / UNIFORM_LEAD);
            } else {
                claims(result, work, before, after);
                panel(result, work)
                        .paper("Sherman", threadsOfPeak(threads, after), peakMops(work))
                        .paper("FG+", threadsOfPeak(threads, before), peakMops(work) / lead(work));
            }
        }
        return runs.scaled(result)
                .note("threads are coroutines of 22 cores in the paper; here each has a core");
    }

    private static double[] curve(
            Reproduction result,
            ShermanRuns runs,
            ShermanSystem system,
            ShermanWork work,
            int... threads) {
        double[] mops = new double[threads.length];
        for (int i = 0; i < threads.length; i++) {
            mops[i] = runs.run(system, work, threads[i], false).mops();
            panel(result, work).ours(system.text(), (double) HOSTS * threads[i], mops[i]);
            result.measured(
                    text("%s, %s, %d threads, M/s", work.text(), system.text(), HOSTS * threads[i]),
                    mops[i]);
        }
        return mops;
    }

    private static void scales(Reproduction result, String system, double added, double... mops) {
        double growth = mops[mops.length - 1] / mops[0];
        result.claim(
                "uniform: " + system + " scales well: growth to that of threads",
                growth / added,
                Bound.IN_PROPORTION,
                text("%.2f times with %.2f times the threads", growth, added));
    }

    /** Adds the rows for uniform keys with the largest number of threads. */
    private static void uniform(Reproduction result, double before, double after) {
        result.row("uniform: Sherman, most threads, M/s", UNIFORM_MOPS, after);
        result.row("uniform: Sherman to FG+, most threads, times", UNIFORM_LEAD, after / before);
    }

    private static void claims(
            Reproduction result, ShermanWork work, double[] before, double[] after) {
        int last = before.length - 1;
        result.row(work.text() + ": Sherman's peak, M/s", peakMops(work), peak(after));
        result.row(
                work.text() + ": Sherman's peak to that of FG+, times",
                lead(work),
                peak(after) / peak(before));
        result.claim(
                work.text() + ": FG+ collapses: most threads to its peak",
                before[last] / peak(before),
                Bound.COLLAPSED);
        result.claim(
                work.text() + ": Sherman sustains its throughput: most threads to its peak",
                after[last] / peak(after),
                Bound.SAME);
    }

    private static Panel panel(Reproduction result, ShermanWork work) {
        return result.figures()
                .drawing(
                        "",
                        "Sherman, figure 7: throughput by number of client threads",
                        "Half inserts. With uniform keys both systems scale; with skewed ones FG+"
                                + " collapses beyond its peak and Sherman keeps its own. Published"
                                + " peaks are drawn where ours are.")
                .curves(
                        work.skew() == 0 ? "uniform keys" : "skew " + work.skew(),
                        "threads",
                        "million operations per second");
    }

    private static double peakMops(ShermanWork work) {
        return work.skew() > HIGH ? 9 : 21;
    }

    private static double lead(ShermanWork work) {
        return work.skew() > HIGH ? 1.4 : 1.44;
    }

    private static double threadsOfPeak(int[] threads, double... mops) {
        int best = 0;
        for (int i = 1; i < mops.length; i++) {
            best = mops[i] > mops[best] ? i : best;
        }
        return (double) HOSTS * threads[best];
    }

    private static double peak(double... mops) {
        double peak = 0;
        for (double each : mops) {
            peak = Math.max(peak, each);
        }
        return peak;
    }
}
