package dev.mangrove.reproduce.catfish;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

/** Searches in a basic R-tree; its pages overlap more than those of an R*-tree. */
public final class CatfishFig15 implements Experiment {
    private static final double[] OFFLOADING = {193.75, 107.48, 147.58};
    private static final double[] MESSAGING = {638.91, 553.67, 764.03};

    @Override
    public String name() {
        return "catfish-fig15";
    }

    @Override
    public String what() {
        return "Catfish, figure 15: throughput of searches in a basic R-tree";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, CatfishRuns.OBJECTS));
    }

    static Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction("catfish-fig15");
        try (CatfishCluster cluster = runs.cluster(SpatialDesign.BASIC)) {
            CatfishTable table = CatfishTable.ofSearches(cluster);
            double ahead = Double.MAX_VALUE;
            for (int i = 0; i < CatfishRuns.WORKS.size(); i++) {
                CatfishWork work = CatfishRuns.WORKS.get(i);
                table.row(result, work, CatfishSystem.OFFLOADING, OFFLOADING[i]);
                table.peakRow(result, work, CatfishSystem.MESSAGING, MESSAGING[i]);
                ahead =
                        Math.min(
                                ahead,
                                table.kops(work, CatfishSystem.CATFISH)
                                        / table.kops(work, CatfishSystem.MESSAGING));
            }
            result.claim(
                    "Catfish is ahead of fast messaging with 256 clients: at least",
                    ahead,
                    Bound.MORE);
            table.measured(result);
            table.draw(
                    result,
                    "Catfish, figure 15: searches in a basic R-tree",
                    "Pages overlap more than in the R*-tree, which costs offloading most. Catfish"
                        + " is still ahead. The paper prints offloading with 256 clients and the"
                        + " peak of messaging, which is drawn there, too.");
        }
        return runs.scaled(result);
    }
}
