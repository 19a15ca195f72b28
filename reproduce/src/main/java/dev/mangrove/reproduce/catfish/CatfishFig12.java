package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Searches in an R*-tree: latency with 256 clients. */
public final class CatfishFig12 implements Experiment {
    private static final double[] CATFISH = {140.73, 180.66, 161.58};
    private static final double[] MESSAGING = {299.10, 321.52, 302.91};

    private static final List<CatfishSystem> SYSTEMS =
            List.of(CatfishSystem.MESSAGING, CatfishSystem.CATFISH, CatfishSystem.AUTO);

    @Override
    public String name() {
        return "catfish-fig12";
    }

    @Override
    public String what() {
        return "Catfish, figure 12: latency of searches in an R*-tree";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, CatfishRuns.OBJECTS));
    }

    static Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction("catfish-fig12");
        try (CatfishCluster cluster = runs.cluster(SpatialDesign.RSTAR)) {
            CatfishTable table = new CatfishTable(List.of(CatfishTable.MOST));
            table.run(cluster, CatfishRuns.WORKS, SYSTEMS.toArray(CatfishSystem[]::new));
            for (int i = 0; i < CatfishRuns.WORKS.size(); i++) {
                row(result, table, i, CatfishSystem.CATFISH, CATFISH[i]);
                row(result, table, i, CatfishSystem.MESSAGING, MESSAGING[i]);
            }
            table.measured(result);
            draw(result, table);
        }
        return runs.scaled(result)
                .note(
                        "the paper's throughput and latency do not agree in a closed loop, 256"
                                + " clients at 1239 Kops are 207 us; throughput was fitted");
    }

    private static void draw(Reproduction result, CatfishTable table) {
        Panel panel =
                result.figures()
                        .drawing(
                                "",
                                "Catfish, figure 12: latency of searches in an R*-tree",
                                "256 clients. Catfish is faster than messaging. Ours are all slower"
                                        + " than published: in a closed loop latency follows from"
                                        + " throughput, and the paper's do not agree."
                                        + CatfishTable.OURS)
                        .bars("Latency", "windows", "microseconds");
        for (int i = 0; i < CatfishRuns.WORKS.size(); i++) {
            CatfishWork work = CatfishRuns.WORKS.get(i);
            for (CatfishSystem system : SYSTEMS) {
                panel.ours(system.text(), work.name(), table.at(work, system).searchMicros());
            }
            panel.paper(CatfishSystem.CATFISH.text(), work.name(), CATFISH[i]);
            panel.paper(CatfishSystem.MESSAGING.text(), work.name(), MESSAGING[i]);
        }
    }

    private static void row(
            Reproduction result, CatfishTable table, int work, CatfishSystem system, double paper) {
        CatfishWork at = CatfishRuns.WORKS.get(work);
        result.row(
                text("%s, %s, us", at.name(), system.text()),
                paper,
                table.at(at, system).searchMicros());
    }
}
