package dev.mangrove.cli.demo;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.cli.Main;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.fabric.Secret;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processes of the demo. Closing it ends all of them, whatever state they are in. */
final class DemoProcesses implements AutoCloseable {
    static final int SERVERS = 2;

    private static final String MEMORY = "512m";
    private static final Pattern FIRST_URI = Pattern.compile("\"uris\":\\[\"([^\"]+)\"");

    private final List<ChildProcess> servers = new ArrayList<>();
    private final List<ChildProcess> clients = new ArrayList<>();
    private final @Nullable Path secretFile;
    private final String fabric;
    private @Nullable URI first;

    DemoProcesses(String fabric) {
        this.fabric = fabric;
        this.secretFile = fabric.equals("shm") ? null : writeSecret();
    }

    /** Starts the servers, one after the other, as the second joins the first. */
    void startServers() {
        for (int i = 0; i < SERVERS; i++) {
            List<String> command = new ArrayList<>(List.of("serve", "--json", "--memory", MEMORY));
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

    /** Starts a client process in a role; see {@link DemoClient}. */
    ChildProcess startClient(String role, String index, int number, long begin) {
        ChildProcess client =
                start(
                        DemoClient.class,
                        List.of(
                                firstServer().toString(),
                                secretFile == null ? "" : secretFile.toString(),
                                role,
                                index,
                                Integer.toString(number),
                                Long.toString(begin)));
        addTo(clients, client);
        return client;
    }

    /** Waits until each of these clients has done something. */
    static void awaitProgress(ChildProcess... started) {
        for (ChildProcess client : started) {
            awaitProgress(client, 1);
        }
    }

    /** Waits until the first number of a client's progress has come so far. */
    static void awaitProgress(ChildProcess client, long least) {
        long[] progress = numbers(client.readLine());
        while (progress[0] < least) {
            progress = numbers(client.readLine());
        }
    }

    /** The first number of the last progress of a client that has ended. */
    static long lastProgress(ChildProcess ended) {
        long last = 0;
        for (String line : ended.lastLines()) {
            if (line.startsWith(DemoClient.PROGRESS)) {
                last = numbers(line)[0];
            }
        }
        return last;
    }

    /** Stops a client and returns its final progress. */
    static long[] stop(ChildProcess client) {
        client.tell(DemoClient.STOP);
        String line = client.readLine();
        while (!line.startsWith(DemoClient.END)) {
            line = client.readLine();
        }
        client.close();
        return numbers(line);
    }

    static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static long[] numbers(String line) {
        int space = line.indexOf(' ');
        return Arrays.stream(line.substring(space + 1).split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
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
