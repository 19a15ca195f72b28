package dev.mangrove.cli;

import dev.mangrove.bench.report.Json;
import dev.mangrove.bench.reproduce.Experiment;
import dev.mangrove.bench.reproduce.Experiments;
import dev.mangrove.bench.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

@Command(
        name = "reproduce",
        description = "Run a published experiment in virtual time, beside what was published.")
final class Reproduce implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "EXPERIMENT",
            arity = "0..1",
            description = "Which one; without it they are listed.")
    private @Nullable String name;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description = "Another cluster than the published one: a profile's name or file.")
    private @Nullable String profile;

    @Option(names = "--json", description = "End with one line of JSON.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (name == null) {
            out.println(json ? Json.write(Experiments.toJson()) : Experiments.describe());
            out.flush();
            return ExitStatus.GOOD;
        }
        Reproduction result = run(name);
        out.println(json ? Json.write(result.toJson()) : result.toString());
        out.flush();
        return result.holds() || profile != null ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private Reproduction run(String experimentName) {
        try {
            Experiment experiment = Experiments.named(experimentName);
            return Experiments.run(experiment, profile);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
