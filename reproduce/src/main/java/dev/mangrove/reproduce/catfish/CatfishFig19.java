package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

/** Searches in a Hilbert R-tree, which visit fewer pages than in an R*-tree. */
public final class CatfishFig19 implements Experiment {
    private static final double[] CATFISH = {1072.06, 894.63, 1037.55};
    private static final double[] OFFLOADING = {745.67, 383.74, 560.94};

    /** The paper's percentage of nodes that are touched less. */
    private static final double FEWER_PAGES = 12.15;

    private static final int SEARCHES = 4_000;

    @Override
    public String name() {
        return "catfish-fig19";
    }

    @Override
    public String what() {
        return "Catfish, figure 19: throughput of searches in a Hilbert R-tree";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, CatfishRuns.OBJECTS));
    }

    static Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction("catfish-fig19");
        double[] pages = new double[CatfishRuns.WORKS.size()];
        try (CatfishCluster cluster = runs.cluster(SpatialDesign.HILBERT)) {
            CatfishTable table = CatfishTable.ofSearches(cluster);
            for (int i = 0; i < pages.length; i++) {
                CatfishWork work = CatfishRuns.WORKS.get(i);
                table.peakRow(result, work, CatfishSystem.CATFISH, CATFISH[i]);
                table.row(result, work, CatfishSystem.OFFLOADING, OFFLOADING[i]);
                pages[i] = cluster.pagesPerSearch(work, SEARCHES);
            }
            table.measured(result);
            table.draw(
                    result,
                    "Catfish, figure 19: searches in a Hilbert R-tree",
                    "Offloading does better than in the basic tree, and Catfish is ahead. The paper"
                            + " prints offloading with 256 clients and the peak of Catfish, which"
                            + " is drawn there, too.");
        }
        try (CatfishCluster cluster = runs.cluster(SpatialDesign.RSTAR)) {
            double fewer = 0;
            for (int i = 0; i < pages.length; i++) {
                double rstar = cluster.pagesPerSearch(CatfishRuns.WORKS.get(i), SEARCHES);
                draw(result, CatfishRuns.WORKS.get(i), pages[i], rstar);
                fewer += (1 - pages[i] / rstar) / pages.length;
                result.measured(
                        text("Hilbert, %s, pages", CatfishRuns.WORKS.get(i).name()), pages[i]);
                result.measured(text("R*, %s, pages", CatfishRuns.WORKS.get(i).name()), rstar);
            }
            result.row("fewer pages than in R*, %", FEWER_PAGES, 100 * fewer);
        }
        return runs.scaled(result);
    }

    private static void draw(Reproduction result, CatfishWork work, double hilbert, double rstar) {
        Panel panel =
                result.figures()
                        .drawing(
                                "pages",
                                "Catfish, section 5.2.3: pages that a search looks at",
                                "Fewer in the Hilbert R-tree: by 12 % in the paper, on average, and"
                                        + " by less here.")
                        .bars("Pages", "windows", "pages per search");
        panel.ours("R*-tree", work.name(), rstar).ours("Hilbert R-tree", work.name(), hilbert);
    }
}
