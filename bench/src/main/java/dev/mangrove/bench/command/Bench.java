package dev.mangrove.bench.command;

import dev.mangrove.cli.command.ExitStatus;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

@Command(
        name = "bench",
        description = "Measure indexes, verbs and the simulator on this machine.",
        synopsisSubcommandLabel = "NAME",
        subcommands = {
            BenchOrdered.class,
            BenchSpatial.class,
            BenchPeers.class,
            BenchVerbs.class,
            BenchTransfers.class,
            BenchSim.class
        })
public final class Bench implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }
}
