package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** R*-trees of growing size. */
public final class CatfishFig23 implements Experiment {
    private static final int[] SIZES = {10_000, 100_000, 1_000_000, 10_000_000};
    private static final SpatialOptions OPTIONS = SpatialOptions.of(SpatialDesign.RSTAR);

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
        CatfishSeries series =
                new CatfishSeries(
                        result,
                        "Catfish, figure 23: larger and larger R*-trees",
                        "Offloading loses most in larger trees, as searches read more pages; fast"
                                + " messaging hardly notices, and Catfish is in between.",
                        "rectangles in the tree");
        for (int size : sizes) {
            try (CatfishCluster cluster = runs.packed(OPTIONS, size, List.of())) {
                series.run(cluster, text("%d rectangles", size), size);
            }
        }
        double slower = series.change(CatfishSystem.OFFLOADING);
        double kept = series.change(CatfishSystem.CATFISH);
        double stable = series.change(CatfishSystem.MESSAGING);
        result.claim("offloading does less in larger trees", slower, Bound.LESS);
        result.claim("Catfish does less in larger trees", kept, Bound.LESS);
        result.claim(
                "Catfish loses much less than offloading: what each keeps",
                kept / slower,
                Bound.MUCH_MORE);
        result.claim("fast messaging is stable", stable, Bound.SAME);
        return result.note("power law, 128 clients; " + CatfishRuns.PACKED);
    }
}
