package dev.mangrove.bench.command;

import dev.mangrove.bench.sim.SimBench;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.report.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

@Command(name = "sim", description = "Measure how many verbs per second the simulator executes.")
final class BenchSim implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--clients",
            defaultValue = "256",
            description = "Simulated clients; default ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--seconds",
            defaultValue = "3",
            description = "Time for each load; default ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--json", description = "End with one line of JSON.")
    private boolean json;

    @Override
    public Integer call() {
        SimBench bench = new SimBench(clients, seconds).run();
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.write(bench.toJson()) : bench.toString());
        out.flush();
        return ExitStatus.GOOD;
    }
}
