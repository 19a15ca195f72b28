package dev.mangrove.bench.command;

import dev.mangrove.bench.peers.PeersBench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

@Command(
        name = "ordered",
        description =
                "Compare an ordered index over shared memory with LMDB, maps of the JDK, MVStore,"
                        + " RocksDB and, if it is installed, Redis. Every answer is checked.")
final class BenchPeersOrdered implements Callable<Integer> {
    private static final double USUAL_SECONDS = 1;

    @Spec private CommandSpec spec;

    @Option(
            names = "--keys",
            defaultValue = "10000000",
            description = "Keys to load; default ${DEFAULT-VALUE}.")
    private int keys;

    @Mixin private PeersOptions options;

    @Override
    public Integer call() {
        return options.show(spec, PeersBench.ordered(options.settings(spec, keys, USUAL_SECONDS)));
    }
}
