package dev.mangrove.bench.reproduce;

import static dev.mangrove.bench.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;

import org.jspecify.annotations.Nullable;

/** Larger and larger R*-trees. */
final class CatfishFig23 implements Experiment {
    private static final int[] SIZES = {10_000, 100_000, 1_000_000, 10_000_000};
    private static final int CLIENTS = 128;

    @Override
    public String name() {
        return "catfish-fig23";
    }

    @Override
    public String what() {
        return "Catfish, figure 23: trees of 10 K to 10 M rectangles";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, CatfishRuns.OBJECTS), SIZES);
    }

    static Reproduction run(CatfishRuns runs, int... sizes) {
        Reproduction result = new Reproduction("catfish-fig23");
        double[] messaging = new double[sizes.length];
        double[] offloading = new double[sizes.length];
        double[] catfish = new double[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            try (CatfishCluster cluster = runs.packed(SpatialDesign.RSTAR, sizes[i])) {
                messaging[i] = kops(result, cluster, CatfishSystem.MESSAGING, sizes[i]);
                offloading[i] = kops(result, cluster, CatfishSystem.OFFLOADING, sizes[i]);
                catfish[i] = kops(result, cluster, CatfishSystem.CATFISH, sizes[i]);
                double _ = kops(result, cluster, CatfishSystem.AUTO, sizes[i]);
            }
        }
        int last = sizes.length - 1;
        double slower = offloading[last] / offloading[0];
        double kept = catfish[last] / catfish[0];
        double stable = messaging[last] / messaging[0];
        result.claim(
                text("offloading does less in larger trees: %.2f times", slower), slower < 0.9);
        result.claim(
                text("Catfish does, too, but loses less: %.2f times", kept),
                kept < 1 && kept > slower);
        result.claim(text("messaging stays as it is: %.2f times", stable), stable > 0.9);
        return result.note("power law, 128 clients; trees are packed, as full as grown ones");
    }

    private static double kops(
            Reproduction result, CatfishCluster cluster, CatfishSystem system, int size) {
        CatfishPoint point = CatfishRuns.run(cluster, CatfishWork.POWER, system, CLIENTS);
        result.measured(text("%d rectangles, %s, Kops", size, system.text()), point.kops());
        result.measured(text("%d rectangles, %s, us", size, system.text()), point.micros());
        return point.kops();
    }
}
