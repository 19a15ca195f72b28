package dev.mangrove.bench.command;

import dev.mangrove.bench.peers.PeersBench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

@Command(
        name = "bytes",
        description =
                "Compare an index of byte strings over shared memory with LMDB, the JDK's skip"
                        + " list, MVStore, RocksDB and, if it is installed, Redis. Keys have 16 to"
                        + " 32 bytes, values 8, 100 and 1,000. Every answer is checked.")
final class BenchPeersBytes implements Callable<Integer> {
    private static final double USUAL_SECONDS = 1;

    @Spec private CommandSpec spec;

    @Option(
            names = "--keys",
            defaultValue = "5000000",
            description =
                    "Keys to load; a tenth of them with values of 1,000 bytes; default"
                            + " ${DEFAULT-VALUE}.")
    private int keys;

    @Mixin private PeersOptions options;

    @Override
    public Integer call() {
        return options.show(spec, PeersBench.bytes(options.settings(spec, keys, USUAL_SECONDS)));
    }
}
