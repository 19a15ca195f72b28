package dev.mangrove.bench.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.cli.report.Progress;
import dev.mangrove.fabric.posix.HugePages;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Member;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The processes of a measurement. Closing it ends all of them. */
final class BenchProcesses implements AutoCloseable {
    private final BenchSettings settings;
    private final boolean smallPages;
    private final List<ChildProcess> servers = new ArrayList<>();
    private final List<ChildProcess> clients = new ArrayList<>();
    private String first = "";

    BenchProcesses(BenchSettings settings, boolean smallPages) {
        this.settings = settings;
        this.smallPages = smallPages;
    }

    /** Starts servers and clients; the first client creates the index. */
    void start() {
        for (int i = 0; i < settings.servers(); i++) {
            startServer(i);
        }
        for (int i = 0; i < settings.clients(); i++) {
            List<String> arguments = new ArrayList<>(List.of(first, Integer.toString(i)));
            arguments.addAll(settings.arguments());
            ChildProcess client =
                    ChildProcess.start(ClientProcess.class, arguments.toArray(String[]::new));
            clients.add(client);
            if (!client.readLine().equals("ready")) {
                throw new IllegalStateException("client " + i + " is not ready");
            }
        }
    }

    private void startServer(int number) {
        List<String> arguments = new ArrayList<>();
        arguments.add(location(number));
        arguments.add(Long.toString(settings.memoryLimit()));
        if (!first.isEmpty()) {
            arguments.add(first);
        }
        if (smallPages) {
            arguments.add(HugePages.SMALL);
        }
        ChildProcess server =
                ChildProcess.start(ServerProcess.class, arguments.toArray(String[]::new));
        servers.add(server);
        String place = server.readLine();
        first = first.isEmpty() ? place : first;
    }

    private String location(int server) {
        return settings.fabric().equals("shm")
                ? "shm:bench-" + ProcessHandle.current().pid() + "-" + server
                : "tcp://127.0.0.1:0";
    }

    int clients() {
        return clients.size();
    }

    /** Sends a command line to a client. */
    void tell(int client, String command) {
        clients.get(client).tell(command);
    }

    /** Reads a client's answer to its last command; lines of progress advance the bar. */
    String answer(int client, Progress progress) {
        String line = clients.get(client).readLine();
        while (line.startsWith(ClientProcess.PROGRESS)) {
            progress.advance(Long.parseLong(line.substring(ClientProcess.PROGRESS.length())));
            line = clients.get(client).readLine();
        }
        return line;
    }

    /** Processor time of all server processes. */
    Duration serverTime() {
        return servers.stream().map(ChildProcess::cpuTime).reduce(Duration.ZERO, Duration::plus);
    }

    /** Memory that all servers have granted. */
    long memoryUsed() {
        try (Mangrove mangrove = Mangrove.connect(first)) {
            return ClientAccess.of(mangrove).members().stream()
                    .mapToInt(Member::number)
                    .mapToLong(server -> ClientAccess.of(mangrove).status(server).memoryUsed())
                    .sum();
        }
    }

    @Override
    public void close() {
        clients.forEach(ChildProcess::close);
        servers.reversed().forEach(ChildProcess::close);
    }
}
