package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

/** Searches in an R*-tree: throughput of messaging, offloading, and Catfish's combination. */
public final class CatfishFig11 implements Experiment {
    private static final double[] CATFISH = {1239.35, 779.89, 1124.84};
    private static final double[] MESSAGING = {575.53, 610.37, 723.32};
    private static final double[] OFFLOADING = {533, 269, 404};

    /** The paper's largest speedups of Catfish, abstract and section on throughput. */
    private static final double OVER_MESSAGING = 2.32;

    private static final double OVER_OFFLOADING = 3.09;
    private static final double OVER_TCP = 16.46;

    @Override
    public String name() {
        return "catfish-fig11";
    }

    @Override
    public String what() {
        return "Catfish, figure 11: throughput of searches in an R*-tree";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, CatfishRuns.OBJECTS));
    }

    static Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction("catfish-fig11");
        try (CatfishCluster cluster = runs.cluster(SpatialDesign.RSTAR)) {
            CatfishTable table = CatfishTable.ofSearches(cluster);
            for (int i = 0; i < CatfishRuns.WORKS.size(); i++) {
                CatfishWork work = CatfishRuns.WORKS.get(i);
                table.row(result, work, CatfishSystem.CATFISH, CATFISH[i]);
                table.row(result, work, CatfishSystem.MESSAGING, MESSAGING[i]);
                table.row(result, work, CatfishSystem.OFFLOADING, OFFLOADING[i]);
            }
            table.measured(result);
            claims(result, table);
            Figures.Drawing drawing =
                    table.draw(
                            result,
                            "Catfish, figure 11: searches in an R*-tree",
                            "Catfish, which uses messaging and offloading, is ahead of both, and"
                                + " far ahead of TCP over 1 Gb/s where windows are large. The paper"
                                + " has curves over 32 to 256 clients and prints numbers for 256.");
            double overTcp = tcp(result, drawing, runs, table);
            CatfishLead lead = new CatfishLead(result);
            lead.over(
                    "fast messaging",
                    OVER_MESSAGING,
                    table.mostAtLast(CatfishSystem.CATFISH, CatfishSystem.MESSAGING));
            lead.over(
                    "offloading",
                    OVER_OFFLOADING,
                    table.mostAtLast(CatfishSystem.CATFISH, CatfishSystem.OFFLOADING));
            lead.over("TCP", OVER_TCP, overTcp);
        }
        return runs.scaled(result);
    }

    private static void claims(Reproduction result, CatfishTable table) {
        double highest = Double.MAX_VALUE;
        for (CatfishWork work : CatfishRuns.WORKS) {
            double others =
                    Math.max(
                            table.kops(work, CatfishSystem.MESSAGING),
                            table.kops(work, CatfishSystem.OFFLOADING));
            highest = Math.min(highest, table.kops(work, CatfishSystem.CATFISH) / others);
        }
        result.claim(
                "Catfish has the highest throughput with 256 clients: to the next, at least",
                highest,
                Bound.FIRST);
    }

    /** Throughput of TCP over 1 Gb/s Ethernet with large windows, its worst case. */
    private static double tcp(
            Reproduction result, Figures.Drawing drawing, CatfishRuns runs, CatfishTable table) {
        double largest = 0;
        for (String network : new String[] {"catfish-1gbe", "catfish-40gbe"}) {
            CatfishRuns other = new CatfishRuns(network, runs.objects());
            try (CatfishCluster cluster = other.packed(SpatialDesign.RSTAR)) {
                for (CatfishWork work : CatfishRuns.WORKS) {
                    double kops =
                            CatfishRuns.run(
                                            cluster,
                                            work,
                                            CatfishSystem.MESSAGING,
                                            CatfishTable.MOST)
                                    .kops();
                    result.measured(text("%s, TCP on %s, Kops", work.name(), network), kops);
                    CatfishTable.panel(drawing, work)
                            .ours(
                                    network.endsWith("40gbe") ? "TCP, 40 Gb/s" : "TCP, 1 Gb/s",
                                    CatfishTable.clients(CatfishTable.MOST),
                                    kops);
                    largest = Math.max(largest, table.kops(work, CatfishSystem.CATFISH) / kops);
                }
            }
        }
        return largest;
    }
}
