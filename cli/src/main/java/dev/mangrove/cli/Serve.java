package dev.mangrove.cli;

import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.command.SecretOption;
import dev.mangrove.cli.command.Sizes;
import dev.mangrove.cli.report.Json;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** Runs a memory server until the process is told to end. */
@Command(name = "serve", description = "Run a memory server until it is told to end.")
final class Serve implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private SecretOption access = new SecretOption();

    @Option(
            names = "--listen",
            paramLabel = "URI",
            defaultValue = "shm:main",
            description =
                    "Where to listen: shm:NAME, shm:/FOLDER, tcp://HOST:PORT or verbs://HOST:PORT;"
                            + " may be given several times for the same memory. Default:"
                            + " ${DEFAULT-VALUE}")
    private List<URI> listen = List.of();

    @Option(
            names = "--advertise",
            paramLabel = "URI",
            description = "What clients are told instead of where it listens.")
    private List<URI> advertise = List.of();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            defaultValue = "1g",
            converter = Sizes.Bytes.class,
            description = "How much memory to grant at most. Default: ${DEFAULT-VALUE}")
    private long memory;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Threads that serve messages, for each --listen. Default: ${DEFAULT-VALUE}")
    private int workers;

    @Option(
            names = "--wait",
            paramLabel = "WAY",
            defaultValue = "spin",
            description =
                    "How they wait: ${COMPLETION-CANDIDATES} (spin a while, then block). Default:"
                            + " ${DEFAULT-VALUE}")
    private Way wait = Way.SPIN;

    @Option(
            names = "--heartbeat",
            paramLabel = "TIME",
            defaultValue = "10ms",
            converter = Sizes.Time.class,
            description = "Time between two heartbeats. Default: ${DEFAULT-VALUE}")
    private Duration heartbeat = Duration.ZERO;

    @Option(
            names = "--join",
            paramLabel = "URI",
            description =
                    "A server of the pool to join; without it, this is the first of a new one.")
    private @Nullable URI join;

    @Option(names = "--group", description = "Let the user's group connect, too.")
    private boolean group;

    @Option(names = "--name", paramLabel = "NAME", description = "Name for people.")
    private String name = "";

    @Option(names = "--json", description = "Say where it listens as JSON.")
    private boolean json;

    @Option(
            names = "--until-stdin-closes",
            hidden = true,
            description = "End when the standard input ends.")
    private boolean untilStdinCloses;

    @Override
    public Integer call() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        warnOfTooMuchMemory();
        MemoryServer server = start();
        // The JVM would return the signal's status, but a server that ends on request returns 0.
        Thread hook =
                new Thread(
                        () -> {
                            server.close();
                            Runtime.getRuntime().halt(ExitStatus.GOOD);
                        },
                        "mangrove-end");
        Runtime.getRuntime().addShutdownHook(hook);
        server.onFailure(end::countDown);
        announce(server);
        if (untilStdinCloses) {
            Thread.ofPlatform().daemon().name("mangrove-stdin").start(() -> drainStdin(end));
        }
        end.await();
        Runtime.getRuntime().removeShutdownHook(hook);
        server.close();
        return failed(server) ? ExitStatus.FAILED : ExitStatus.GOOD;
    }

    private MemoryServer start() {
        try {
            return MemoryServer.start(options());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Memory is committed as it is granted, so too large a limit would fail late. */
    private void warnOfTooMuchMemory() {
        long there = MachineMemory.bytes();
        if (memory > there && there > 0) {
            PrintWriter err = spec.commandLine().getErr();
            err.printf(
                    "mangrove: --memory %s is more than the %s of this machine: writes will fail"
                            + " before the limit is reached%n",
                    Sizes.text(memory), Sizes.text(there));
            err.flush();
        }
    }

    /** Reports that the server has failed; its log has the cause. */
    private boolean failed(MemoryServer server) {
        Throwable cause = server.failure();
        if (cause != null) {
            spec.commandLine().getErr().println("the server has failed: " + cause);
        }
        return cause != null;
    }

    private ServerOptions options() {
        return ServerOptions.at(listen.toArray(URI[]::new))
                .withAdvertise(advertise)
                .withMemoryLimit(memory)
                .withWorkers(workers)
                .withWaiting(wait.waiting())
                .withHeartbeat(heartbeat)
                .withJoin(join)
                .withSecret(access.secret())
                .withGroupAccess(group)
                .withName(name);
    }

    private void announce(MemoryServer server) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("server", server.number());
            line.put("name", server.name());
            line.put("uris", server.uris().stream().map(URI::toString).toList());
            line.put("memory_limit", memory);
            line.put("process", ProcessHandle.current().pid());
            out.println(Json.write(line));
        } else {
            String places =
                    server.uris().stream().map(URI::toString).collect(Collectors.joining(" and "));
            out.printf(
                    "server %d (%s) listens at %s, up to %s%n",
                    server.number(), server.name(), places, Sizes.text(memory));
        }
        out.flush();
    }

    private static void drainStdin(CountDownLatch end) {
        try {
            while (System.in.read() >= 0) {
                // Only the end of the input matters.
            }
        } catch (IOException e) {
            System.getLogger(Serve.class.getName())
                    .log(System.Logger.Level.DEBUG, "the standard input broke", e);
        } finally {
            end.countDown();
        }
    }

    /** Ways to wait. */
    enum Way {
        POLL,
        BLOCK,
        SPIN;

        Waiting waiting() {
            return switch (this) {
                case POLL -> Waiting.POLL;
                case BLOCK -> Waiting.BLOCK;
                case SPIN -> Waiting.SPIN_THEN_BLOCK;
            };
        }

        /** As it is written on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
