package dev.mangrove.check.stress;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.ordered.ServerProcess;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.index.ordered.OrderedOptions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** The processes of a run: servers and current clients. Closing it ends all of them. */
final class StressProcesses implements AutoCloseable {
    private static final long MEMORY_LIMIT = 2L << 30;
    private static final long LOOK_NANOS = 2_000_000;
    private static final long LONGEST_START_NANOS = 120_000_000_000L;

    /** Longer than the longest wait for a latch. */
    private static final long LONGEST_END_NANOS = 45_000_000_000L;

    private final StressSettings settings;
    private final Class<?> clientMain;
    private final Path folder;
    private final StressTally tally;
    private final SplittableRandom seeds;
    private final List<ChildProcess> servers = Collections.synchronizedList(new ArrayList<>());
    private final List<ClientLife> clients = Collections.synchronizedList(new ArrayList<>());
    private String pool = "";
    private int lives;

    StressProcesses(StressSettings settings, Class<?> clientMain, Path folder, StressTally tally) {
        this.settings = settings;
        this.clientMain = clientMain;
        this.folder = folder;
        this.tally = tally;
        this.seeds = new SplittableRandom(settings.seed());
    }

    /** Starts servers, creates the index, starts clients and waits until all are ready. */
    void start() {
        for (int i = 0; i < settings.servers(); i++) {
            startServer(i);
        }
        try (Mangrove mangrove = Mangrove.connect(pool)) {
            OrderedOptions options =
                    OrderedOptions.of(settings.design())
                            .withPageSize(settings.pageBytes())
                            .withFanout(settings.fanout());
            mangrove.createOrdered(ClientTask.INDEX, options).close();
        }
        for (int i = 0; i < settings.clients(); i++) {
            clients.add(startClient());
        }
        awaitReady();
    }

    private void startServer(int number) {
        List<String> arguments =
                new ArrayList<>(List.of(settings.place(number), Long.toString(MEMORY_LIMIT)));
        if (!pool.isEmpty()) {
            arguments.add(pool);
        }
        ChildProcess server =
                ChildProcess.start(ServerProcess.class, arguments.toArray(String[]::new));
        servers.add(server);
        String listening = server.readLine();
        pool = pool.isEmpty() ? listening : pool;
    }

    private ClientLife startClient() {
        int number = ++lives;
        ClientTask task =
                new ClientTask(
                        pool,
                        folder,
                        number,
                        seeds.nextLong(),
                        settings.servers(),
                        settings.seconds());
        return new ClientLife(number, ChildProcess.start(clientMain, task.arguments()), tally);
    }

    private void awaitReady() {
        long limit = System.nanoTime() + LONGEST_START_NANOS;
        while (!clients.stream().allMatch(ClientLife::isReady)) {
            LockSupport.parkNanos(LOOK_NANOS);
            listen();
            if (clients.stream().anyMatch(ClientLife::hasEnded) || System.nanoTime() > limit) {
                throw new IllegalStateException("clients do not start: " + tally.violations());
            }
        }
    }

    /** URI of a server of the pool. */
    String pool() {
        return pool;
    }

    /** The current clients. */
    List<ClientLife> clients() {
        return clients;
    }

    /** Reads the lines of all clients. */
    void listen() {
        clients.forEach(ClientLife::listen);
    }

    /** Sends waiting clients their start and end time. */
    void begin(StressClock clock) {
        clients.stream().filter(ClientLife::isWaiting).forEach(client -> client.begin(clock));
    }

    /** Starts a client that replaces one that has ended. */
    void replace(ClientLife ended) {
        clients.set(clients.indexOf(ended), startClient());
        tally.restarted();
    }

    /** Waits for all clients to end; discards those that have not started to work. */
    void finish() {
        for (ClientLife client : clients) {
            if (client.isPaused()) {
                client.resume();
            } else if (client.isWaiting() || !client.isReady()) {
                client.discard();
            }
        }
        long limit = System.nanoTime() + LONGEST_END_NANOS;
        while (!clients.stream().allMatch(ClientLife::hasEnded) && System.nanoTime() < limit) {
            LockSupport.parkNanos(LOOK_NANOS);
            listen();
        }
        clients.stream().filter(client -> !client.hasEnded()).forEach(ClientLife::giveUp);
    }

    @Override
    public void close() {
        clients.forEach(ClientLife::discard);
        servers.reversed().forEach(ChildProcess::close);
    }
}
