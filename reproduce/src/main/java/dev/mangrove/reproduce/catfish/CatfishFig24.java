package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** R*-trees of a million rectangles with smaller and larger pages. */
public final class CatfishFig24 implements Experiment {
    private static final int[] FANOUTS = {15, 30, 70, 130};
    private static final int SIZE = 1_000_000;

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
        CatfishSeries series =
                new CatfishSeries(
                        result,
                        "Catfish, figure 24: pages of 15 to 130 entries",
                        "Up to 30 entries offloading gains from fewer READs, then it reads more"
                                + " that it does not need. Fast messaging and Catfish hardly"
                                + " change.",
                        "entries of a page");
        for (int fanout : FANOUTS) {
            SpatialOptions options = SpatialOptions.of(SpatialDesign.RSTAR).withFanout(fanout);
            try (CatfishCluster cluster = runs.packed(options, runs.objects(), List.of())) {
                result.measured(
                        text("%d entries, height", fanout), (double) cluster.shape().height());
                series.run(cluster, text("%d entries", fanout), fanout);
            }
        }
        double messaging = series.change(CatfishSystem.MESSAGING);
        double catfish = series.change(CatfishSystem.CATFISH);
        double offloading = series.change(CatfishSystem.OFFLOADING);
        result.claim("fast messaging hardly changes from 15 to 130 entries", messaging, Bound.SAME);
        result.claim("Catfish hardly changes from 15 to 130 entries", catfish, Bound.SAME);
        result.claim(
                "offloading does substantially less with 130 entries than with 15",
                offloading,
                Bound.MUCH_LESS);
        return runs.scaled(result).note("power law, 128 clients; " + CatfishRuns.PACKED);
    }
}
