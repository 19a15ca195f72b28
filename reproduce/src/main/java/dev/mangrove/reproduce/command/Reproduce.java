package dev.mangrove.reproduce.command;

import dev.mangrove.bench.command.PlotOption;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.report.Json;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Experiments;
import dev.mangrove.reproduce.KnownFailures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.ResultPage;

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
        description = "Run a published experiment in virtual time and compare the results.")
public final class Reproduce implements Callable<Integer> {
    private static final String ALL = "all";

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "EXPERIMENT",
            arity = "0..1",
            description = "Name of an experiment, or all; without it, list the experiments.")
    private @Nullable String name;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description = "Profile instead of the published cluster's: a name or a file.")
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
        print(out, json ? Json.write(json(result)) : text(result));
        return result.holds() || profile != null ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    /** Runs all experiments; prints each result in order, or one line of JSON at the end. */
    private int runAll(PrintWriter out) {
        List<Map<String, Object>> all = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        ResultPage page = new ResultPage();
        Experiments.runAll(
                profile,
                result -> {
                    pictures.draw(plots -> page.add(result, plots));
                    all.add(json(result));
                    if (!result.holds()) {
                        failed.add(result.name());
                    }
                    if (!changes(result).isEmpty()) {
                        changed.add(result.name());
                    }
                    if (!json) {
                        print(out, text(result));
                    }
                });
        pictures.draw(page::write);
        if (json) {
            Map<String, Object> whole = new LinkedHashMap<>();
            whole.put("experiments", all);
            whole.put("failed", failed);
            whole.put("changed", changed);
            out.println(Json.write(whole));
        } else {
            out.println(failed.isEmpty() ? "all hold" : "not reproduced in all points: " + failed);
            if (!changed.isEmpty()) {
                out.println("other points fail than docs/SIMULATOR.md lists: " + changed);
            }
        }
        out.flush();
        return failed.isEmpty() || profile != null ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private static void print(PrintWriter out, String text) {
        out.println(text);
        out.flush();
    }

    private String text(Reproduction result) {
        StringBuilder text = new StringBuilder(result.toString());
        changes(result).forEach(change -> text.append("CHANGED: ").append(change).append('\n'));
        return text.toString();
    }

    private Map<String, Object> json(Reproduction result) {
        Map<String, Object> members = result.toJson();
        members.put("changed", changes(result));
        return members;
    }

    /** Differences from the known failures; none with another profile. */
    private List<String> changes(Reproduction result) {
        return profile == null ? KnownFailures.changes(result) : List.of();
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
