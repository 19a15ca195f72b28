package dev.mangrove.bench.reproduce;

import static dev.mangrove.bench.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** R*-trees of a million rectangles with smaller and larger pages. */
final class CatfishFig24 implements Experiment {
    private static final int[] FANOUTS = {15, 30, 70, 130};
    private static final int SIZE = 1_000_000;
    private static final int CLIENTS = 128;
    private static final double HARDLY = 0.2;

    @Override
    public String name() {
        return "catfish-fig24";
    }

    @Override
    public String what() {
        return "Catfish, figure 24: pages of 15 to 130 entries";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, SIZE));
    }

    static Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction("catfish-fig24");
        double[] messaging = new double[FANOUTS.length];
        double[] offloading = new double[FANOUTS.length];
        double[] catfish = new double[FANOUTS.length];
        for (int i = 0; i < FANOUTS.length; i++) {
            SpatialOptions options = SpatialOptions.of(SpatialDesign.RSTAR).withFanout(FANOUTS[i]);
            try (CatfishCluster cluster = runs.cluster(options, runs.objects(), List.of())) {
                result.measured(
                        text("%d entries, height", FANOUTS[i]), (double) cluster.shape().height());
                messaging[i] = kops(result, cluster, CatfishSystem.MESSAGING, FANOUTS[i]);
                offloading[i] = kops(result, cluster, CatfishSystem.OFFLOADING, FANOUTS[i]);
                catfish[i] = kops(result, cluster, CatfishSystem.CATFISH, FANOUTS[i]);
                double _ = kops(result, cluster, CatfishSystem.AUTO, FANOUTS[i]);
            }
        }
        int last = FANOUTS.length - 1;
        result.claim(
                text("messaging hardly changes: %.2f times", messaging[last] / messaging[0]),
                Math.abs(1 - messaging[last] / messaging[0]) < HARDLY);
        result.claim(
                text("Catfish hardly changes: %.2f times", catfish[last] / catfish[0]),
                Math.abs(1 - catfish[last] / catfish[0]) < HARDLY);
        result.claim(
                text(
                        "offloading does less with larger pages: %.2f times from 15 to 130",
                        offloading[last] / offloading[0]),
                offloading[last] < offloading[0]);
        return runs.scaled(result).note("power law, 128 clients");
    }

    private static double kops(
            Reproduction result, CatfishCluster cluster, CatfishSystem system, int fanout) {
        CatfishPoint point = CatfishRuns.run(cluster, CatfishWork.POWER, system, CLIENTS);
        result.measured(text("%d entries, %s, Kops", fanout, system.text()), point.kops());
        return point.kops();
    }
}
