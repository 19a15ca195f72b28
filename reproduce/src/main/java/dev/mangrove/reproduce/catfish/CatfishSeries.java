package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Reproduction;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What systems do with 128 clients and windows by a power law, in one tree after the other. */
final class CatfishSeries {
    private static final int CLIENTS = 128;
    private static final List<CatfishSystem> SYSTEMS =
            List.of(
                    CatfishSystem.MESSAGING,
                    CatfishSystem.OFFLOADING,
                    CatfishSystem.CATFISH,
                    CatfishSystem.AUTO);

    private final Reproduction result;
    private final Map<CatfishSystem, List<Double>> kops = new EnumMap<>(CatfishSystem.class);

    /** Nothing measured yet. */
    CatfishSeries(Reproduction result) {
        this.result = result;
        SYSTEMS.forEach(system -> kops.put(system, new ArrayList<>()));
    }

    /** Measures all systems in a tree. */
    void run(CatfishCluster cluster, String tree) {
        for (CatfishSystem system : SYSTEMS) {
            CatfishPoint point = CatfishRuns.run(cluster, CatfishWork.POWER, system, CLIENTS);
            result.measured(text("%s, %s, Kops", tree, system.text()), point.kops());
            result.measured(text("%s, %s, us", tree, system.text()), point.micros());
            kops.getOrDefault(system, List.of()).add(point.kops());
        }
    }

    /** Throughput in the last tree, in terms of that in the first. */
    double change(CatfishSystem system) {
        List<Double> all = kops.getOrDefault(system, List.of());
        return all.getLast() / all.getFirst();
    }
}
