package dev.mangrove.cli;

import dev.mangrove.bench.report.Json;
import dev.mangrove.bench.spatial.SpatialBench;
import dev.mangrove.bench.spatial.SpatialSettings;
import dev.mangrove.index.spatial.SpatialAccess;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

@Command(
        name = "spatial",
        description = "Searches and inserts in a spatial index, beside libraries of one process.")
final class BenchSpatial implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--fabric", defaultValue = "shm", description = "shm or tcp; default shm.")
    private String fabric;

    @Option(
            names = "--tree",
            defaultValue = "rstar",
            description = "basic, rstar or hilbert; default ${DEFAULT-VALUE}.")
    private String tree;

    @Option(
            names = "--objects",
            defaultValue = "2000000",
            description = "Rectangles that are loaded; default ${DEFAULT-VALUE}.")
    private int objects;

    @Option(
            names = "--scale",
            defaultValue = "0.00001",
            description = "Longest edge of a window; default ${DEFAULT-VALUE}.")
    private double scale;

    @Option(
            names = "--mode",
            defaultValue = "offload",
            description = "Who searches: messaging or offload; default ${DEFAULT-VALUE}.")
    private String mode;

    @Option(
            names = "--fanout",
            defaultValue = "30",
            description = "Most entries of a page; default ${DEFAULT-VALUE}.")
    private int fanout;

    @Option(
            names = "--clients",
            defaultValue = "1",
            description = "Threads that search; default ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--seconds",
            defaultValue = "2",
            description = "Time to search; default ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--no-peers", description = "Leave other libraries out.")
    private boolean alone;

    @Mixin private PlotOption pictures;

    @Option(names = "--json", description = "End with one line of JSON.")
    private boolean json;

    @Override
    public Integer call() {
        SpatialBench bench = new SpatialBench(settings()).run();
        pictures.draw(bench::plot);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.write(bench.toJson()) : bench.toString());
        out.flush();
        return ExitStatus.GOOD;
    }

    private SpatialSettings settings() {
        try {
            return new SpatialSettings(
                    fabric,
                    new SpatialOptions(SpatialDesign.of(tree), fanout),
                    SpatialViewOptions.DEFAULT.withAccess(SpatialAccess.of(mode)),
                    objects,
                    scale,
                    clients,
                    seconds,
                    !alone);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
