package dev.mangrove.bench.command;

import dev.mangrove.bench.verbs.TransfersBench;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.report.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

@Command(
        name = "transfers",
        description = "Measure transfers of many fragments or pages, and what they replace.")
final class BenchTransfers implements Callable<Integer> {
    private enum FabricName {
        shm,
        tcp
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
            description = "Size of the region in MiB, at least 2; default ${DEFAULT-VALUE}.")
    private int regionMebibytes;

    @Option(names = "--json", description = "End with one line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (regionMebibytes < 2) {
            throw new ParameterException(
                    spec.commandLine(), "--region is at least 2 MiB: " + regionMebibytes);
        }
        TransfersBench bench =
                new TransfersBench(fabric.name(), (long) regionMebibytes << 20).run();
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.write(bench.toJson()) : bench.toString());
        out.flush();
        return ExitStatus.GOOD;
    }
}
