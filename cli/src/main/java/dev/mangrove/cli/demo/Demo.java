package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.process.AtEnd;
import dev.mangrove.cli.report.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Shows the main job: indexes that several processes share. */
@Command(
        name = "demo",
        description =
                "Two memory servers and their clients as processes of this host: an ordered index"
                        + " while a client is killed, a spatial index of moving objects, and what"
                        + " each design costs.")
public final class Demo implements Callable<Integer> {
    private static final String NEXT =
            """
            Try next:
              ./mangrove serve --listen shm:main --memory 4g    a server that stays; status shows it
              ./mangrove bench ordered --design sherman         how fast this machine is
              ./mangrove check ordered --design sherman         the same tree in simulation, under faults
              README.md, "Use it from Java"                     ten lines of code
            """;

    /** An archive has no laboratory, and its launcher is where the user has unpacked it. */
    private static final String NEXT_WHEN_INSTALLED =
            """
            Try next:
              mangrove serve --listen shm:main --memory 4g      a server that stays
              mangrove status shm:main                          what it does
              mangrove doctor                                   which fabrics work on this machine
            """;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--fabric",
            defaultValue = "shm",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private DemoFabric fabric = DemoFabric.shm;

    @Option(
            names = "--phase",
            paramLabel = "MS",
            defaultValue = "1500",
            description = "Milliseconds of each phase; default ${DEFAULT-VALUE}.")
    private long phaseMillis;

    @Option(names = "--json", description = "End with one line of JSON.")
    private boolean json;

    private enum DemoFabric {
        shm,
        tcp
    }

    /** For the command line. */
    public Demo() {}

    @Override
    public Integer call() {
        if (phaseMillis < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--phase is less than 1: " + phaseMillis);
        }
        try (DemoProcesses processes = new DemoProcesses(fabric.name());
                AtEnd _ = AtEnd.run(processes::close)) {
            DemoReport report = play(processes);
            if (json) {
                spec.commandLine().getOut().println(Json.write(report.json()));
                spec.commandLine().getOut().flush();
            }
            return report.isGood() ? ExitStatus.GOOD : ExitStatus.FAILED;
        }
    }

    private DemoReport play(DemoProcesses processes) {
        say("Two memory servers start, each a process of its own (" + fabric + ").\n");
        processes.startServers();
        Duration phase = Duration.ofMillis(phaseMillis);
        try (Mangrove mangrove = processes.connect()) {
            say("Ordered index: two writers and a reader; one writer is killed and replaced …");
            OrderedPart.Result ordered = new OrderedPart(mangrove, processes, phase).play();
            say(DemoReport.text(ordered));
            say("Spatial index: two processes move objects, a third searches around them …");
            SpatialPart.Result spatial = new SpatialPart(mangrove, processes, phase).play();
            say(DemoReport.text(spatial));
            say("What one client pays per operation, by verbs and messages …");
            boolean inPlace = fabric == DemoFabric.shm;
            CostPart costs = new CostPart(mangrove, processes, phase.dividedBy(3));
            DemoReport report =
                    new DemoReport(fabric.name(), ordered, spatial, costs.play(inPlace));
            say(report.costTable());
            say(next(Boolean.getBoolean("mangrove.installed")));
            return report;
        }
    }

    static String next(boolean installed) {
        return installed ? NEXT_WHEN_INSTALLED : NEXT;
    }

    private void say(String text) {
        if (!json) {
            spec.commandLine().getOut().println(text);
            spec.commandLine().getOut().flush();
        }
    }
}
