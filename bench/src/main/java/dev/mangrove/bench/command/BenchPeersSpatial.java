package dev.mangrove.bench.command;

import dev.mangrove.bench.peers.PeersBench;
import dev.mangrove.bench.peers.PeersReport;
import dev.mangrove.bench.peers.PeersSettings;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

@Command(
        name = "spatial",
        description =
                "Compare spatial indexes over shared memory with JTS, rtree2 and, if they are"
                        + " installed, Redis and PostGIS. Every answer is checked.")
final class BenchPeersSpatial implements Callable<Integer> {
    private static final double USUAL_SECONDS = 0.6;

    @Spec private CommandSpec spec;

    @Option(
            names = "--objects",
            defaultValue = "2000000",
            description = "Rectangles to load; default ${DEFAULT-VALUE}.")
    private int objects;

    @Option(
            names = "--synthetic",
            description = "Omit the coastline segments, which npm downloads once.")
    private boolean synthetic;

    @Mixin private PeersOptions options;

    @Override
    public Integer call() {
        PeersSettings settings = options.settings(spec, objects, USUAL_SECONDS);
        PeersReport report = PeersBench.spatial(settings);
        if (!synthetic) {
            report = PeersBench.withSegments(report, settings);
        }
        return options.show(spec, report);
    }
}
