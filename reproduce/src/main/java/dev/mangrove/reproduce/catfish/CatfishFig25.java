package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.server.Refinements;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Searches of large windows with a refinement that keeps a share of the objects. */
public final class CatfishFig25 implements Experiment {
    private static final double[] SHARES = {0.25, 0.5, 0.75, 1};
    private static final String OURS = " (our server)";
    private static final double MOST_BEHIND = 0.05;
    private static final int SIZE = 1_000_000;
    private static final int CLIENTS = 128;
    private static final CatfishWork WORK = CatfishWork.upTo(0.1);
    private static final long WARM_UP_NANOS = 6_000_000;
    private static final long SETTLING_NANOS = 25_000_000;
    private static final long NANOS = 20_000_000;

    @Override
    public String name() {
        return "catfish-fig25";
    }

    @Override
    public String what() {
        return "Catfish, figure 25: searches of a large scope with a refinement stage";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, SIZE));
    }

    static Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction("catfish-fig25");
        double[] messaging = new double[SHARES.length];
        double[] catfish = new double[SHARES.length];
        double ahead = Double.MAX_VALUE;
        try (CatfishCluster cluster = cluster(runs)) {
            for (int i = 0; i < SHARES.length; i++) {
                messaging[i] = kops(result, cluster, CatfishSystem.MESSAGING, SHARES[i], "");
                double offloading = kops(result, cluster, CatfishSystem.OFFLOADING, SHARES[i], "");
                catfish[i] = kops(result, cluster, CatfishSystem.CATFISH, SHARES[i], "");
                ahead = Math.min(ahead, messaging[i] / Math.max(catfish[i], offloading));
            }
        }
        double auto = Double.MAX_VALUE;
        try (CatfishCluster cluster = cluster(runs.ownServer())) {
            for (double share : SHARES) {
                double asked = kops(result, cluster, CatfishSystem.MESSAGING, share, OURS);
                double ours = kops(result, cluster, CatfishSystem.AUTO, share, OURS);
                auto = Math.min(auto, ours / asked);
            }
        }
        int last = SHARES.length - 1;
        result.claim(
                "fast messaging does more where a quarter is kept than where all is",
                messaging[0] / messaging[last],
                Bound.MORE);
        result.claim(
                "Catfish does more where a quarter is kept than where all is",
                catfish[0] / catfish[last],
                Bound.MORE);
        result.claim(
                "fast messaging is ahead of Catfish and of offloading: at least",
                ahead,
                Bound.MORE);
        result.claim(
                "ours: auto is at most 5 % behind fast messaging of our server: at least",
                auto, Bound.atLeast(1 - MOST_BEHIND));
        return runs.scaled(result)
                .note("windows up to 0.1, 128 clients; " + CatfishRuns.PACKED)
                .note("threads of our own server do not wait until long answers are sent");
    }

    private static CatfishCluster cluster(CatfishRuns runs) {
        return runs.packed(
                SpatialOptions.of(SpatialDesign.RSTAR),
                runs.objects(),
                List.of(CatfishFig25::register));
    }

    /** Registers the refinements at a server. */
    public static void register(Refinements refinements) {
        for (double share : SHARES) {
            refinements.add(FractionRefinement.name(share), new FractionRefinement(share));
        }
    }

    private static double kops(
            Reproduction result,
            CatfishCluster cluster,
            CatfishSystem system,
            double share,
            String where) {
        CatfishPoint point =
                cluster.measure(
                        WORK,
                        system.view()
                                .withRefinement(
                                        FractionRefinement.name(share),
                                        new FractionRefinement(share)),
                        CLIENTS,
                        system.isAdaptive() ? SETTLING_NANOS : WARM_UP_NANOS,
                        NANOS);
        String name = text("%.2f kept, %s%s, ", share, system.text(), where);
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Catfish, figure 25: searches of a large scope, then a refinement",
                                "The less a refinement keeps, the less is sent, except by"
                                        + " offloading. Messaging is ahead of Catfish, which takes"
                                        + " full links for busy cores."
                                        + CatfishTable.OURS);
        String series = system.text() + where;
        drawing.curves("Throughput", "share that is kept", "thousand searches per second")
                .ours(series, share, point.kops());
        drawing.curves("Latency", "share that is kept", "microseconds")
                .ours(series, share, point.micros());
        result.measured(name + "Kops", point.kops());
        result.measured(name + "us", point.micros());
        return point.kops();
    }
}
