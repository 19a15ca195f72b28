package dev.mangrove.bench.command;

import dev.mangrove.bench.verbs.VerbsBench;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.report.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

@Command(
        name = "verbs",
        description =
                "Measure verbs, and the plain loop or socket that a program would use without"
                        + " them.")
final class BenchVerbs implements Callable<Integer> {
    private enum FabricName {
        shm,
        tcp,
        verbs
    }

    @Spec private CommandSpec spec;

    @Option(
            names = "--fabric",
            defaultValue = "shm",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private FabricName fabric;

    @Option(
            names = "--region",
            defaultValue = "1024",
            paramLabel = "MIB",
            description = "Size of the region in MiB; default ${DEFAULT-VALUE}.")
    private int regionMebibytes;

    @Mixin private PlotOption pictures;

    @Option(names = "--json", description = "End with one line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        VerbsBench bench = new VerbsBench(fabric.name(), (long) regionMebibytes << 20).run();
        pictures.draw(bench::plot);
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.write(bench.toJson()) : bench.toString());
        out.flush();
        return ExitStatus.GOOD;
    }
}
