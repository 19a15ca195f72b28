package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.process.ChildProcess;
import dev.mangrove.cli.Main;
import dev.mangrove.fabric.Secret;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ConnectOptions;
import dev.mangrove.index.session.Session;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processes of the demo. Closing it ends all of them, whatever state they are in. */
final class Stage implements AutoCloseable {
    static final int SERVERS = 2;
    static final int CLIENTS = 2;

    private static final Pattern FIRST_URI = Pattern.compile("\"uris\":\\[\"([^\"]+)\"");

    private final List<ChildProcess> servers = new ArrayList<>();
    private final List<ChildProcess> clients = new ArrayList<>();
    private final @Nullable Path secretFile;
    private final String fabric;
    private @Nullable URI first;

    Stage(String fabric) {
        this.fabric = fabric;
        this.secretFile = fabric.equals("shm") ? null : writeSecret();
    }

    /** Starts the servers, one after the other, as the second joins the first. */
    void startServers() {
        for (int i = 0; i < SERVERS; i++) {
            List<String> command = new ArrayList<>(List.of("serve", "--json", "--memory", "64m"));
            command.addAll(List.of("--until-stdin-closes", "--name", "demo-" + i));
            command.addAll(List.of("--listen", location(i)));
            if (first != null) {
                command.addAll(List.of("--join", first.toString()));
            }
            if (secretFile != null) {
                command.addAll(List.of("--secret-file", secretFile.toString()));
            }
            ChildProcess server = start(Main.class, command);
            addTo(servers, server);
            URI uri = uri(server.readLine());
            first = first == null ? uri : first;
        }
    }

    Mangrove connect() {
        ConnectOptions options = ConnectOptions.DEFAULT;
        try {
            return Mangrove.connect(
                    firstServer(),
                    secretFile == null ? options : options.withSecret(Secret.fromFile(secretFile)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A chunk on each server. */
    static Ground prepare(Session session) {
        long[] chunks = new long[SERVERS];
        for (int i = 0; i < SERVERS; i++) {
            chunks[i] = session.allocateChunk(i, ChunkOwner.CLIENT);
        }
        return new Ground(chunks);
    }

    void startClients(Ground ground, Duration step) {
        for (int i = 0; i < CLIENTS; i++) {
            List<String> arguments =
                    List.of(
                            firstServer().toString(),
                            secretFile == null ? "" : secretFile.toString(),
                            ground.text(),
                            Integer.toString(i),
                            Integer.toString(CLIENTS),
                            Long.toString(step.toMillis()));
            addTo(clients, start(DemoClient.class, arguments));
        }
    }

    List<ChildProcess> clients() {
        return clients;
    }

    /** Processor time that all servers have used. */
    Duration serverTime() {
        return servers.stream().map(ChildProcess::cpuTime).reduce(Duration.ZERO, Duration::plus);
    }

    /** Ends all processes; from any thread. */
    @Override
    public void close() {
        copyOf(clients).forEach(ChildProcess::close);
        copyOf(servers).reversed().forEach(ChildProcess::close);
        if (secretFile != null) {
            try {
                Files.deleteIfExists(secretFile);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private URI firstServer() {
        if (first == null) {
            throw new IllegalStateException("no server has started");
        }
        return first;
    }

    private String location(int server) {
        return fabric.equals("shm")
                ? "shm:demo-" + ProcessHandle.current().pid() + "-" + server
                : fabric + "://127.0.0.1:0";
    }

    private static ChildProcess start(Class<?> main, List<String> arguments) {
        return ChildProcess.start(main, arguments.toArray(String[]::new));
    }

    private static void addTo(List<ChildProcess> list, ChildProcess child) {
        synchronized (list) {
            list.add(child);
        }
    }

    private static List<ChildProcess> copyOf(List<ChildProcess> list) {
        synchronized (list) {
            return List.copyOf(list);
        }
    }

    private static URI uri(String line) {
        Matcher found = FIRST_URI.matcher(line);
        if (!found.find()) {
            throw new IllegalStateException("not where a server listens: " + line);
        }
        return URI.create(found.group(1));
    }

    private static Path writeSecret() {
        try {
            Path file = Files.createTempFile("mangrove-demo-", ".secret");
            return Files.writeString(file, UUID.randomUUID().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
