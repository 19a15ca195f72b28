package dev.mangrove.reproduce.catfish;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Nine searches to one insert, in one of the trees: figures 13, 17 and 21. */
public final class CatfishMixed implements Experiment {
    private static final double INSERTS = 0.1;

    private final String name;
    private final SpatialDesign design;
    private final double overMessaging;
    private final double overOffloading;
    private final double overTcp;
    private final List<Double> catfish;

    private CatfishMixed(
            String name,
            SpatialDesign design,
            double overMessaging,
            double overOffloading,
            double overTcp,
            List<Double> catfish) {
        this.name = name;
        this.design = design;
        this.overMessaging = overMessaging;
        this.overOffloading = overOffloading;
        this.overTcp = overTcp;
        this.catfish = catfish;
    }

    /** Figure 13. */
    public static CatfishMixed rstar() {
        return new CatfishMixed("catfish-fig13", SpatialDesign.RSTAR, 3.3, 13.67, 14.22, List.of());
    }

    /** Figure 17. */
    public static CatfishMixed basic() {
        return new CatfishMixed("catfish-fig17", SpatialDesign.BASIC, 6.28, 5.28, 11.38, List.of());
    }

    /** Figure 21. */
    public static CatfishMixed hilbert() {
        return new CatfishMixed(
                "catfish-fig21",
                SpatialDesign.HILBERT,
                1.34,
                3.95,
                15.26,
                List.of(755.10, 633.84, 685.80));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String what() {
        return "Catfish, figure "
                + name.substring(name.length() - 2)
                + ": nine searches to one insert, "
                + design.text()
                + " tree";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, CatfishRuns.OBJECTS));
    }

    Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction(name);
        List<CatfishWork> works =
                CatfishRuns.WORKS.stream().map(work -> work.withInserts(INSERTS)).toList();
        CatfishTable table = new CatfishTable();
        for (CatfishWork work : works) {
            for (int clients : CatfishTable.NUMBERS) {
                try (CatfishCluster cluster = runs.halfway(design, work, clients)) {
                    table.run(
                            cluster,
                            work,
                            clients,
                            CatfishSystem.MESSAGING,
                            CatfishSystem.OFFLOADING,
                            CatfishSystem.CATFISH,
                            CatfishSystem.AUTO);
                }
            }
        }
        for (int i = 0; i < catfish.size(); i++) {
            table.peakRow(result, works.get(i), CatfishSystem.CATFISH, catfish.get(i));
        }
        table.draw(
                result,
                what(),
                catfish.isEmpty()
                        ? "One request of ten is an insert, which only the server can do. The paper"
                                + " prints by how much Catfish is ahead, in the next picture."
                        : "One request of ten is an insert, which only the server can do. The paper"
                                + " prints the peak of Catfish, drawn at 256 clients.");
        CatfishLead lead = new CatfishLead(result);
        lead.over(
                CatfishSystem.MESSAGING.text(),
                overMessaging,
                table.most(CatfishSystem.CATFISH, CatfishSystem.MESSAGING));
        lead.over(
                CatfishSystem.OFFLOADING.text(),
                overOffloading,
                table.most(CatfishSystem.CATFISH, CatfishSystem.OFFLOADING));
        double small =
                table.kops(works.getFirst(), CatfishSystem.CATFISH)
                        / table.kops(works.getFirst(), CatfishSystem.MESSAGING);
        result.claim("with small windows Catfish is ahead of fast messaging", small, Bound.MORE);
        lead.over("TCP", overTcp, tcp(runs, works, table));
        table.measured(result);
        return runs.scaled(result)
                .note("trees are as after half of 10,000 requests of each client");
    }

    private double tcp(CatfishRuns runs, List<CatfishWork> works, CatfishTable table) {
        CatfishRuns slow = new CatfishRuns("catfish-1gbe", runs.objects());
        double most = 0;
        try (CatfishCluster cluster = slow.packed(design)) {
            for (CatfishWork work : works) {
                double kops =
                        CatfishRuns.run(cluster, work, CatfishSystem.MESSAGING, CatfishTable.MOST)
                                .kops();
                most = Math.max(most, table.kops(work, CatfishSystem.CATFISH) / kops);
            }
        }
        return most;
    }
}
