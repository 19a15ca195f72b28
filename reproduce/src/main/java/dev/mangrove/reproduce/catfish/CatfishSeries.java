package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Measures systems with 128 clients and windows by a power law, in a series of trees. */
final class CatfishSeries {
    private static final int CLIENTS = 128;
    private static final List<CatfishSystem> SYSTEMS =
            List.of(
                    CatfishSystem.MESSAGING,
                    CatfishSystem.OFFLOADING,
                    CatfishSystem.CATFISH,
                    CatfishSystem.AUTO);

    private final Reproduction result;
    private final Figures.Drawing drawing;
    private final String xLabel;
    private final Map<CatfishSystem, List<Double>> kops = new EnumMap<>(CatfishSystem.class);

    /** Creates an empty series. */
    CatfishSeries(Reproduction result, String title, String caption, String xLabel) {
        this.result = result;
        this.xLabel = xLabel;
        drawing = result.figures().drawing("", title, caption + CatfishTable.OURS);
        SYSTEMS.forEach(system -> kops.put(system, new ArrayList<>()));
    }

    /** Measures all systems in a tree and draws the results at {@code x}. */
    void run(CatfishCluster cluster, String tree, double x) {
        for (CatfishSystem system : SYSTEMS) {
            CatfishPoint point = CatfishRuns.run(cluster, CatfishWork.POWER, system, CLIENTS);
            result.measured(text("%s, %s, Kops", tree, system.text()), point.kops());
            result.measured(text("%s, %s, us", tree, system.text()), point.micros());
            drawing.curves("Throughput", xLabel, "thousand searches per second")
                    .logX()
                    .ours(system.text(), x, point.kops());
            drawing.curves("Latency", xLabel, "microseconds")
                    .logX()
                    .ours(system.text(), x, point.micros());
            kops.getOrDefault(system, List.of()).add(point.kops());
        }
    }

    /** Throughput in the last tree / throughput in the first. */
    double change(CatfishSystem system) {
        List<Double> all = kops.getOrDefault(system, List.of());
        return all.getLast() / all.getFirst();
    }
}
