package dev.mangrove.cli;

import dev.mangrove.bench.peers.PeersBench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

@Command(
        name = "spatial",
        description =
                "Spatial indexes over shared memory beside JTS, rtree2 and, if they are installed,"
                        + " Redis and PostGIS. Every answer is checked.")
final class BenchPeersSpatial implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--objects",
            defaultValue = "2000000",
            description = "Rectangles to load; default ${DEFAULT-VALUE}.")
    private int objects;

    @Mixin private PeersOptions options;

    @Override
    public Integer call() {
        return options.show(spec, PeersBench.spatial(options.settings(spec, objects), "-"));
    }
}
