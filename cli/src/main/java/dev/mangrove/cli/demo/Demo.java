package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.process.AtEnd;
import dev.mangrove.bench.process.ChildProcess;
import dev.mangrove.bench.report.Json;
import dev.mangrove.bench.report.Progress;
import dev.mangrove.fabric.Batch;
import dev.mangrove.index.session.Session;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Two servers and two clients as processes of this host, and what they can do together. */
@Command(
        name = "demo",
        description =
                "Two memory servers and two clients as processes of this host: what verbs and"
                        + " messages cost, and that all see the same memory.")
public final class Demo implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--fabric",
            paramLabel = "NAME",
            defaultValue = "shm",
            description = "What they are connected by: shm or tcp. Default: ${DEFAULT-VALUE}")
    private String fabric = "shm";

    @Option(
            names = "--step",
            paramLabel = "MS",
            defaultValue = "1000",
            description = "Milliseconds for each measurement. Default: ${DEFAULT-VALUE}")
    private long stepMillis;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    /** For the command line. */
    public Demo() {}

    @Override
    public Integer call() {
        try (Stage stage = new Stage(fabric);
                AtEnd _ = AtEnd.run(stage::close)) {
            DemoReport report = play(stage);
            PrintWriter out = spec.commandLine().getOut();
            out.print(json ? Json.write(report.json()) + "\n" : report.text());
            out.flush();
            return report.isGood() ? 0 : 1;
        }
    }

    private DemoReport play(Stage stage) {
        say("Starting two memory servers and two clients, each a process of its own …");
        stage.startServers();
        try (Mangrove mangrove = stage.connect();
                Session session = mangrove.session();
                Progress progress = Progress.of("demo", Steps.all().size())) {
            Ground ground = Stage.prepare(session);
            stage.startClients(ground, Duration.ofMillis(stepMillis));
            List<DemoReport.Row> rows = new ArrayList<>();
            for (Step step : Steps.all()) {
                rows.add(watch(stage, step));
                progress.advance(1);
            }
            return new DemoReport(fabric, rows, read(session, ground.counter()));
        }
    }

    /** Follows one step on all clients. */
    private static DemoReport.Row watch(Stage stage, Step step) {
        for (ChildProcess client : stage.clients()) {
            expect(client, DemoClient.STARTED);
        }
        long started = System.nanoTime();
        Duration before = stage.serverTime();
        List<Outcome> outcomes = new ArrayList<>();
        for (ChildProcess client : stage.clients()) {
            outcomes.add(Outcome.parse(expect(client, DemoClient.DONE)));
        }
        double cores =
                (double) stage.serverTime().minus(before).toNanos() / (System.nanoTime() - started);
        return new DemoReport.Row(step, outcomes, cores);
    }

    private static String expect(ChildProcess client, String start) {
        String line = client.readLine();
        if (!line.startsWith(start)) {
            throw new IllegalStateException("not what a client says: " + line);
        }
        return line.substring(start.length());
    }

    private static long read(Session session, long address) {
        MemorySegment local = session.allocate(Long.BYTES);
        Batch batch = session.channel(address).batch(1);
        batch.read(address, local, 0, Long.BYTES);
        batch.execute();
        return local.get(ValueLayout.JAVA_LONG, 0);
    }

    private void say(String line) {
        if (!json) {
            spec.commandLine().getOut().println(line);
            spec.commandLine().getOut().flush();
        }
    }
}
