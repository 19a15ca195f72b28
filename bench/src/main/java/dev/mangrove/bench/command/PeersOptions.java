package dev.mangrove.bench.command;

import dev.mangrove.bench.peers.PeersReport;
import dev.mangrove.bench.peers.PeersSettings;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.report.Json;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import java.io.PrintWriter;
import java.util.Set;

/** Options of all {@code bench peers} commands. */
final class PeersOptions {
    @Option(
            names = "--seconds",
            description =
                    "Time of a turn in phases that yield ratios; other phases are shorter; default"
                            + " 1, for spatial systems 0.6.")
    private @Nullable Double seconds;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description =
                    "Turns of each system in phases that yield ratios; other phases have fewer;"
                            + " default ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "PEER",
            description = "Only these peers, separated by commas.")
    private @Nullable Set<String> only;

    @Mixin private PlotOption pictures;

    @Option(names = "--json", description = "End with one line of JSON.")
    private boolean json;

    PeersSettings settings(CommandSpec spec, int entries, double usualSeconds) {
        try {
            return new PeersSettings(
                    entries,
                    seconds == null ? usualSeconds : seconds,
                    rounds,
                    only == null ? Set.of() : only);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    int show(CommandSpec spec, PeersReport report) {
        pictures.draw(report::plot);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.write(report.toJson()) : report.toString());
        out.flush();
        report.faults().forEach(spec.commandLine().getErr()::println);
        return report.isGood() ? ExitStatus.GOOD : ExitStatus.FAILED;
    }
}
