package dev.mangrove.reproduce.policy;

import dev.mangrove.AccessMode;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.reproduce.Text;
import dev.mangrove.reproduce.Window;
import dev.mangrove.reproduce.catfish.CatfishCluster;
import dev.mangrove.reproduce.catfish.CatfishWork;
import dev.mangrove.reproduce.catfish.FractionRefinement;

import java.util.ArrayList;
import java.util.List;

/**
 * The clients' workloads, by phase.
 *
 * @param name in reports
 * @param kept share of objects that a refinement keeps; 0 for no refinement
 * @param phases in order
 */
record PolicyScenario(String name, double kept, List<Phase> phases) {
    /** Chosen, as for the Catfish experiments. */
    private static final long WARM_UP_NANOS = 6_000_000;

    private static final long SETTLING_NANOS = 30_000_000;
    private static final long BIN_NANOS = 2_000_000;
    private static final int BINS = 15;

    /** A policy has adapted when it does this share of its settled throughput. */
    private static final double ADAPTED = 0.95;

    /** A workload and its number of clients. */
    record Phase(CatfishWork work, int clients) {}

    /**
     * Measured values of a phase.
     *
     * @param kops throughput of the whole phase, including the time of adaptation
     * @param adaptedMillis time from the phase's start until throughput first reaches that of its
     *     second half
     */
    record Outcome(double kops, double p50, double p99, double adaptedMillis) {}

    static PolicyScenario steady(CatfishWork work, int clients, double kept) {
        String name =
                Text.text(
                        "%s%s%s, %d clients",
                        work.name(),
                        work.inserts() > 0 ? " with inserts" : "",
                        kept > 0 ? Text.text(", %.2f kept", kept) : "",
                        clients);
        return new PolicyScenario(name, kept, List.of(new Phase(work, clients)));
    }

    /** Runs all phases with one view of the index. */
    List<Outcome> run(CatfishCluster cluster, SpatialViewOptions view) {
        SpatialViewOptions refined =
                kept > 0
                        ? view.withRefinement(
                                FractionRefinement.name(kept), new FractionRefinement(kept))
                        : view;
        Phase first = phases.getFirst();
        int most = phases.stream().mapToInt(Phase::clients).max().orElse(0);
        List<Outcome> outcomes = new ArrayList<>();
        try (CatfishCluster.Run run = cluster.start(first.work, refined, most, first.clients)) {
            boolean fixed = view.access() == AccessMode.RATIO;
            cluster.cluster().run(fixed ? WARM_UP_NANOS : SETTLING_NANOS);
            for (Phase phase : phases) {
                run.phase().work(phase.work);
                run.phase().active(phase.clients);
                outcomes.add(measure(cluster, run));
            }
        }
        return outcomes;
    }

    private static Outcome measure(CatfishCluster cluster, CatfishCluster.Run run) {
        Window all = run.phase().all();
        run.phase().open(cluster.cluster().nanoTime());
        long[] counts = new long[BINS];
        long before = 0;
        for (int bin = 0; bin < BINS; bin++) {
            cluster.cluster().run(BIN_NANOS);
            counts[bin] = all.count() - before;
            before = all.count();
        }
        return new Outcome(
                all.count() * 1e6 / (BINS * BIN_NANOS),
                all.percentileNanos(0.5) / 1e3,
                all.percentileNanos(0.99) / 1e3,
                adapted(counts));
    }

    private static double adapted(long[] counts) {
        long later = 0;
        for (int bin = BINS / 2; bin < BINS; bin++) {
            later += counts[bin];
        }
        double usual = (double) later / (BINS - BINS / 2);
        int bin = 0;
        while (bin < BINS && counts[bin] < ADAPTED * usual) {
            bin++;
        }
        return bin * BIN_NANOS / 1e6;
    }
}
