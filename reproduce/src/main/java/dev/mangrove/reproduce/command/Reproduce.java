package dev.mangrove.reproduce.command;

import dev.mangrove.bench.command.PlotOption;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.report.Json;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Experiments;
import dev.mangrove.reproduce.Gallery;
import dev.mangrove.reproduce.Reproduction;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

@Command(
        name = "reproduce",
        description = "Run a published experiment in virtual time, beside what was published.")
public final class Reproduce implements Callable<Integer> {
    private static final String ALL = "all";

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "EXPERIMENT",
            arity = "0..1",
            description = "Which one, or all; without it they are listed.")
    private @Nullable String name;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description = "Another cluster than the published one: a profile's name or file.")
    private @Nullable String profile;

    @Mixin private PlotOption pictures;

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
        return name.equals(ALL) ? runAll(out) : runOne(out, name);
    }

    private int runOne(PrintWriter out, String experiment) {
        Reproduction result = run(experiment);
        pictures.draw(result::plot);
        out.println(json ? Json.write(result.toJson()) : result.toString());
        out.flush();
        return result.holds() || profile != null ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    /** One line of JSON at the end, or each result as soon as it and those before it are there. */
    private int runAll(PrintWriter out) {
        List<Map<String, Object>> all = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        Gallery gallery = new Gallery();
        Experiments.runAll(
                profile,
                result -> {
                    pictures.draw(plots -> gallery.add(result, plots));
                    all.add(result.toJson());
                    if (!result.holds()) {
                        failed.add(result.name());
                    }
                    if (!json) {
                        out.println(result);
                        out.flush();
                    }
                });
        pictures.draw(gallery::write);
        if (json) {
            Map<String, Object> whole = new LinkedHashMap<>();
            whole.put("experiments", all);
            whole.put("failed", failed);
            out.println(Json.write(whole));
        } else {
            out.println(failed.isEmpty() ? "all hold" : "do not hold: " + failed);
        }
        out.flush();
        return failed.isEmpty() || profile != null ? ExitStatus.GOOD : ExitStatus.FAILED;
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
