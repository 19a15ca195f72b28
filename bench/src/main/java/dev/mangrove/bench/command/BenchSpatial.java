package dev.mangrove.bench.command;

import dev.mangrove.AccessMode;
import dev.mangrove.bench.spatial.SpatialBench;
import dev.mangrove.bench.spatial.SpatialSettings;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.report.Json;
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
        description =
                "Measure searches and inserts of a spatial index, and of libraries that run in one"
                        + " process.")
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
            description = "Rectangles to load; default ${DEFAULT-VALUE}.")
    private int objects;

    @Option(
            names = "--scale",
            defaultValue = "0.00001",
            description = "Longest edge of a window; default ${DEFAULT-VALUE}.")
    private double scale;

    @Option(
            names = "--mode",
            defaultValue = "client",
            description =
                    "Access mode of searches: server, client, ratio, backoff, queue or auto;"
                            + " default ${DEFAULT-VALUE}.")
    private String mode;

    @Option(
            names = "--ratio",
            defaultValue = "0.5",
            description =
                    "Share of searches that policy ratio offloads to the client; default"
                            + " ${DEFAULT-VALUE}.")
    private double ratio;

    @Option(
            names = "--offloading",
            defaultValue = "3",
            description =
                    "Threads that read pages by verbs at a time, 0 for no limit; default"
                            + " ${DEFAULT-VALUE}.")
    private int offloading;

    @Option(
            names = "--fanout",
            defaultValue = "30",
            description = "Maximum entries per page; default ${DEFAULT-VALUE}.")
    private int fanout;

    @Option(
            names = "--clients",
            defaultValue = "1",
            description = "Threads that search; default ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--seconds",
            defaultValue = "2",
            description = "Measured time; default ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(
            names = "--data",
            defaultValue = "random",
            description =
                    "random, or earth-lands: all coastline segments of an npm package, which is"
                            + " downloaded once; default ${DEFAULT-VALUE}.")
    private String data;

    @Option(
            names = "--check-windows",
            defaultValue = "0",
            description =
                    "Random windows to compare with a search that uses no tree; default"
                            + " ${DEFAULT-VALUE}.")
    private int checked;

    @Option(names = "--no-peers", description = "Measure no other libraries.")
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
        return bench.isGood() ? ExitStatus.GOOD : ExitStatus.FAILED;
    }

    private SpatialSettings settings() {
        try {
            return new SpatialSettings(
                    fabric,
                    new SpatialOptions(SpatialDesign.of(tree), fanout),
                    SpatialViewOptions.DEFAULT
                            .withRatio(ratio)
                            .withOffloading(offloading)
                            .withAccess(AccessMode.of(mode)),
                    objects,
                    scale,
                    clients,
                    seconds,
                    data,
                    checked,
                    !alone);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
