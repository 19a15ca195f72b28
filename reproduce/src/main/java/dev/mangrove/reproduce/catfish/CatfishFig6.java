package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Fast messaging with a polling thread per client, and with threads that wait for events. */
public final class CatfishFig6 implements Experiment {
    private static final int[] CLIENTS = {80, 160, 240, 320};

    /** Published latencies with the fewest and the most clients, in microseconds. */
    private static final double[] POLLING = {203.96, 3712.35};

    private static final double[] EVENTS = {152.50, 680.47};
    private static final long WARM_UP_NANOS = 8_000_000;
    private static final long NANOS = 20_000_000;

    @Override
    public String name() {
        return "catfish-fig6";
    }

    @Override
    public String what() {
        return "Catfish, figure 6: polling and event-driven messaging with more and more clients";
    }

    @Override
    public Reproduction run(@Nullable String profile) {
        return run(new CatfishRuns(profile, CatfishRuns.OBJECTS));
    }

    static Reproduction run(CatfishRuns runs) {
        Reproduction result = new Reproduction("catfish-fig6");
        double[] polling = new double[CLIENTS.length];
        double[] events = new double[CLIENTS.length];
        try (CatfishCluster cluster = cluster(runs, runs.workers(), Waiting.BLOCK)) {
            for (int i = 0; i < CLIENTS.length; i++) {
                events[i] = micros(cluster, CLIENTS[i]);
            }
        }
        for (int i = 0; i < CLIENTS.length; i++) {
            try (CatfishCluster cluster = cluster(runs, CLIENTS[i], Waiting.POLL)) {
                polling[i] = micros(cluster, CLIENTS[i]);
            }
        }
        int last = CLIENTS.length - 1;
        result.row("polling, 80 clients, us", POLLING[0], polling[0]);
        result.row("polling, 320 clients, us", POLLING[1], polling[last]);
        result.row("event-driven, 80 clients, us", EVENTS[0], events[0]);
        result.row("event-driven, 320 clients, us", EVENTS[1], events[last]);
        for (int i = 0; i < CLIENTS.length; i++) {
            result.measured(text("polling, %d clients, us", CLIENTS[i]), polling[i]);
            result.measured(text("event-driven, %d clients, us", CLIENTS[i]), events[i]);
        }
        draw(result, polling, events);
        result.row("polling, 320 clients to 80", 18.2, polling[last] / polling[0]);
        return runs.scaled(result)
                .note("the tree is packed, not grown: messages take nearly all of the time");
    }

    private static void draw(Reproduction result, double[] polling, double[] events) {
        Panel panel =
                result.figures()
                        .drawing(
                                "",
                                "Catfish, figure 6: fast messaging by number of clients",
                                "A polling thread per client slows down faster than clients are"
                                        + " added; threads that wait for events slow down in"
                                        + " proportion. Searches of scale 0.00001.")
                        .curves("Latency", "clients", "microseconds")
                        .linearY();
        for (int i = 0; i < CLIENTS.length; i++) {
            panel.ours("polling", CLIENTS[i], polling[i]);
            panel.ours("event-driven", CLIENTS[i], events[i]);
        }
        for (int i = 0; i < POLLING.length; i++) {
            int clients = CLIENTS[i * (CLIENTS.length - 1)];
            panel.paper("polling", clients, POLLING[i]).paper("event-driven", clients, EVENTS[i]);
        }
    }

    private static CatfishCluster cluster(CatfishRuns runs, int workers, Waiting waiting) {
        CatfishCluster.Tree tree =
                new CatfishCluster.Tree(
                        SpatialOptions.of(SpatialDesign.RSTAR), runs.objects(), Packing.STR, 0.7);
        return new CatfishCluster(runs.profile(), tree, workers, waiting, List.of());
    }

    private static double micros(CatfishCluster cluster, int clients) {
        return cluster.measure(
                        CatfishWork.SMALL,
                        CatfishSystem.MESSAGING.view(),
                        clients,
                        WARM_UP_NANOS,
                        NANOS)
                .micros();
    }
}
