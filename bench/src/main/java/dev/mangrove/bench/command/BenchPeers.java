package dev.mangrove.bench.command;

import dev.mangrove.cli.command.ExitStatus;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

@Command(
        name = "peers",
        description = "Compare Mangrove with other index libraries and stores in the same run.",
        synopsisSubcommandLabel = "NAME",
        subcommands = {BenchPeersOrdered.class, BenchPeersBytes.class, BenchPeersSpatial.class})
final class BenchPeers implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }
}
