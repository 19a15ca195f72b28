package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

/** Searches in an R*-tree: throughput of messaging, offloading, and both. */
public final class CatfishFig11 implements Experiment {
    private static final double LEAST = 0.75;
    private static final double LARGEST = 1.33;
    private static final double[] CATFISH = {1239.35, 779.89, 1124.84};
    private static final double[] MESSAGING = {575.53, 610.37, 723.32};
    private static final double[] OFFLOADING = {533, 269, 404};
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
                table.row(result, work, CatfishSystem.CATFISH, CATFISH[i], LEAST, LARGEST);
                table.row(result, work, CatfishSystem.MESSAGING, MESSAGING[i], LEAST, LARGEST);
                table.row(result, work, CatfishSystem.OFFLOADING, OFFLOADING[i], LEAST, LARGEST);
            }
            table.measured(result);
            claims(result, table);
            tcp(result, runs, table);
        }
        return runs.scaled(result);
    }

    private static void claims(Reproduction result, CatfishTable table) {
        boolean highest = true;
        double overMessaging = 0;
        double overOffloading = 0;
        for (CatfishWork work : CatfishRuns.WORKS) {
            double catfish = table.kops(work, CatfishSystem.CATFISH);
            double messaging = table.kops(work, CatfishSystem.MESSAGING);
            double offloading = table.kops(work, CatfishSystem.OFFLOADING);
            highest &= catfish > Math.max(messaging, offloading);
            overMessaging = Math.max(overMessaging, catfish / messaging);
            overOffloading = Math.max(overOffloading, catfish / offloading);
        }
        result.claim("Catfish has the highest throughput at 256 clients", highest);
        result.claim(
                text("it is up to %.2f times messaging (paper 2.32)", overMessaging),
                overMessaging > 1.5);
        result.claim(
                text("it is up to %.2f times offloading (paper 3.09)", overOffloading),
                overOffloading > 2);
    }

    /** TCP over the slower Ethernet, where it is slowest: with large windows. */
    private static void tcp(Reproduction result, CatfishRuns runs, CatfishTable table) {
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
                    largest = Math.max(largest, table.kops(work, CatfishSystem.CATFISH) / kops);
                }
            }
        }
        result.row("Catfish over TCP, at most, times", OVER_TCP, largest, LEAST, LARGEST);
    }
}
