package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.reproduce.Comparison;
import dev.mangrove.reproduce.Comparison.Side;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Catfish beside our policy: searches, and nine searches to one insert. */
public final class CatfishComparison {
    private static final String PAPER = "Catfish";
    private static final String UNIT = "K/s";
    private static final double INSERTS = 0.1;

    private static final List<Integer> CLIENTS = CatfishTable.NUMBERS;

    /** Inserts come last, as they change the tree. */
    private static final List<CatfishWork> WORKS =
            List.of(CatfishWork.SMALL, CatfishWork.LARGE, CatfishWork.POWER.withInserts(INSERTS));

    private CatfishComparison() {}

    /**
     * Compares on the published cluster's profile, or on another one.
     *
     * @param all whether under all workloads and with all numbers of clients, or the first ones
     */
    public static List<Comparison> run(@Nullable String profile, int objects, boolean all) {
        CatfishRuns runs = new CatfishRuns(profile, objects);
        List<Comparison> made = new ArrayList<>();
        try (CatfishCluster cluster = runs.packed(SpatialDesign.RSTAR)) {
            for (CatfishWork work : all ? WORKS : WORKS.subList(0, 1)) {
                for (int clients : all ? CLIENTS : CLIENTS.subList(0, 1)) {
                    made.add(compare(cluster, work, clients));
                }
            }
        }
        return made;
    }

    private static Comparison compare(CatfishCluster cluster, CatfishWork work, int clients) {
        String inserts = work.inserts() > 0 ? " with inserts" : "";
        return Comparison.of(
                PAPER,
                text("%s%s, %d clients", work.name(), inserts, clients),
                UNIT,
                List.of(
                        side(cluster, work, CatfishSystem.MESSAGING, clients),
                        side(cluster, work, CatfishSystem.CATFISH, clients)),
                List.of(side(cluster, work, CatfishSystem.AUTO, clients)));
    }

    private static Side side(
            CatfishCluster cluster, CatfishWork work, CatfishSystem system, int clients) {
        CatfishPoint point = CatfishRuns.run(cluster, work, system, clients);
        return new Side(system.text(), point.kops(), point.usage());
    }
}
