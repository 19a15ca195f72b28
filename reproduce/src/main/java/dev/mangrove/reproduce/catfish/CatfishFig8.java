package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

/** Growing numbers of threads per host offload; with a limit of three at a time, and without. */
public final class CatfishFig8 implements Experiment {
    private static final int[] THREADS = {1, 2, 3, 5, 10};
    private static final int LIMIT = 3;

    /** Total number of requests in the paper's figure. */
    private static final double REQUESTS = 12.8e6;

    private static final long WARM_UP_NANOS = 4_000_000;
    private static final long NANOS = 10_000_000;

    @Override
    public String name() {
        return "catfish-fig8";
    }

    @Override
    public String what() {
        return "Catfish, figure 8: threads per client node that offload, with and without a limit";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, CatfishRuns.OBJECTS));
    }

    static Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction("catfish-fig8");
        try (CatfishCluster cluster = runs.packed(SpatialDesign.RSTAR)) {
            compare(result, cluster, CatfishWork.SMALL);
            compare(result, cluster, CatfishWork.LARGE);
        }
        return runs.scaled(result)
                .note(CatfishRuns.PACKED)
                .note(
                        "the paper's tree has 50 M rectangles; latency under the limit is that from"
                                + " the first READ on, by Little's law from threads inside and"
                                + " throughput");
    }

    private static void compare(Reproduction result, CatfishCluster cluster, CatfishWork work) {
        double[] free = new double[THREADS.length];
        double[] limited = new double[THREADS.length];
        double[] kops = new double[THREADS.length];
        double[] limitedKops = new double[THREADS.length];
        for (int i = 0; i < THREADS.length; i++) {
            int threads = THREADS[i];
            kops[i] = kops(cluster, work, threads, 0);
            free[i] = inside(threads, kops[i]);
            limitedKops[i] = kops(cluster, work, threads, LIMIT);
            limited[i] = inside(Math.min(LIMIT, threads), limitedKops[i]);
            draw(result, work, threads, free[i], kops[i], limited[i]);
            result.measured(text("%s, %d threads, us", work.name(), threads), free[i]);
            result.measured(text("%s, %d threads, limit, us", work.name(), threads), limited[i]);
            result.measured(text("%s, %d threads, Kops", work.name(), threads), kops[i]);
            result.measured(
                    text("%s, %d threads, limit, Kops", work.name(), threads), limitedKops[i]);
        }
        int last = THREADS.length - 1;
        result.claim(
                work.name() + ": without a limit, latency grows with threads: 10 to 1",
                free[last] / free[0],
                Bound.MORE);
        result.claim(
                work.name() + ": three threads saturate the connection: throughput of 10 to 3",
                kops[last] / kops[2],
                Bound.SAME);
        result.claim(
                work.name() + ": with the limit, latency is stable: 10 threads to 3",
                limited[last] / limited[2],
                Bound.SAME);
        result.claim(
                work.name() + ": the limit costs no throughput: with to without",
                limitedKops[last] / kops[last],
                Bound.NO_LESS);
    }

    private static void draw(
            Reproduction result,
            CatfishWork work,
            int threads,
            double free,
            double kops,
            double limited) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Catfish, figure 8: threads per client node that offload",
                                "From three threads on the connection is full: more of them wait"
                                        + " longer (a) and get no more done (b); with at most three"
                                        + " inside, latency stays as it is (c).");
        String series = "windows of " + work.name();
        drawing.curves("(a) Latency, no limit", "threads", "microseconds")
                .ours(series, threads, free);
        drawing.curves("(b) Time for 12.8 M searches, no limit", "threads", "seconds")
                .ours(series, threads, REQUESTS / (kops * 1e3));
        drawing.curves("(c) Latency, at most three inside", "threads", "microseconds")
                .ours(series, threads, limited);
    }

    private static double kops(CatfishCluster cluster, CatfishWork work, int threads, int limit) {
        return cluster.measure(
                        work,
                        CatfishSystem.COORDINATED.view().withOffloading(limit),
                        threads * CatfishCluster.MACHINES,
                        WARM_UP_NANOS,
                        NANOS)
                .kops();
    }

    /** Latency in microseconds of {@code threads} threads per host, by Little's law. */
    private static double inside(int threads, double kops) {
        return 1e3 * threads * CatfishCluster.MACHINES / kops;
    }
}
