package dev.mangrove.reproduce.cell;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.ordered.Zipfian;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.reproduce.TreePool;
import dev.mangrove.reproduce.Window;
import dev.mangrove.sim.SimHost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Running client processes of a cluster. */
final class CellRun implements AutoCloseable {
    private final CellCluster cluster;
    private final List<Mangrove> processes = new ArrayList<>();
    private final List<CellClient> clients = new ArrayList<>();
    private final Window window = new Window();
    private double serverShare;

    CellRun(CellCluster cluster, CellWork work, ViewOptions view, int processes) {
        this.cluster = cluster;
        window.open(cluster.cluster().nanoTime(), TreePool.LONGEST_NANOS);
        var _ = add(work, view, processes, window);
    }

    /** Adds processes, whose operations another window may count; returns their threads. */
    List<CellClient> add(CellWork work, ViewOptions view, int number, Window counts) {
        int first = processes.size();
        for (int i = first; i < first + number; i++) {
            SimHost host = cluster.hostOf(i);
            host.start("connect", () -> processes.add(cluster.pool().connect(host)));
            int connected = i + 1;
            cluster.pool().await(() -> processes.size() == connected, "clients do not connect");
        }
        int[] ready = new int[1];
        Zipfian popularity = new Zipfian(cluster.tree().keys(), work.skew());
        for (int i = first; i < first + number; i++) {
            for (int thread = 0; thread < CellSetup.THREADS; thread++) {
                SimHost host = cluster.hostOf(i);
                long keys = cluster.tree().keys();
                CellClient client = new CellClient(host, work, keys, popularity, counts);
                startThread(host, processes.get(i), view, client, ready);
            }
        }
        int all = number * CellSetup.THREADS;
        cluster.pool().await(() -> ready[0] == all, "clients do not start");
        return List.copyOf(clients.subList(clients.size() - all, clients.size()));
    }

    private void startThread(
            SimHost host, Mangrove process, ViewOptions view, CellClient client, int[] ready) {
        clients.add(client);
        host.start(
                "client",
                () -> {
                    try (OrderedIndex index = CellCluster.open(process, view)) {
                        ready[0]++;
                        client.run(index);
                    }
                });
    }

    /** Runs until each thread has done so many operations on average. */
    void warmUp(long operations) {
        window.open(cluster.cluster().nanoTime(), TreePool.LONGEST_NANOS);
        long target = operations * clients.size();
        cluster.pool().await(() -> window.count() >= target, "clients do not come to an end");
    }

    /** Measures until each thread has done so many operations on average. */
    CellPoint measure(long operations) {
        long[] before = served();
        long from = cluster.cluster().nanoTime();
        warmUp(operations);
        CellPoint point = CellPoint.of(window, cluster.cluster().nanoTime() - from);
        long[] after = served();
        serverShare = (double) (after[0] - before[0]) / (after[1] - before[1]);
        return point;
    }

    /** Measures for {@code nanos} of virtual time. */
    CellPoint measureFor(long nanos) {
        window.open(cluster.cluster().nanoTime(), TreePool.LONGEST_NANOS);
        cluster.cluster().run(nanos);
        return CellPoint.of(window, nanos);
    }

    /** Runs a task with a process of its own beside the clients, and waits for its end. */
    void runBeside(Consumer<Mangrove> task) {
        boolean[] done = new boolean[1];
        SimHost host = cluster.hostOf(processes.size());
        host.start(
                "beside",
                () -> {
                    try (Mangrove mangrove = cluster.pool().connect(host)) {
                        task.accept(mangrove);
                    }
                    done[0] = true;
                });
        cluster.pool().await(() -> done[0], "the task does not come to an end");
    }

    /** Messages to servers for each operation of the last measurement. */
    double serverShare() {
        return serverShare;
    }

    /** Requests that all servers have served so far, and operations of clients until then. */
    private long[] served() {
        long[] sums = new long[2];
        boolean[] done = new boolean[1];
        inThread(
                () -> {
                    ClientAccess access = ClientAccess.of(processes.getFirst());
                    access.members()
                            .forEach(
                                    member -> sums[0] += access.status(member.number()).messages());
                    clients.forEach(client -> sums[1] += client.done());
                    done[0] = true;
                });
        cluster.pool().await(() -> done[0], "servers do not answer");
        return sums;
    }

    private void inThread(Runnable body) {
        cluster.hostOf(0).start("monitor", body);
    }

    /** The window that counts the operations of the first processes. */
    Window window() {
        return window;
    }

    /** Ends threads. */
    void end(List<CellClient> some) {
        some.forEach(CellClient::end);
        cluster.pool()
                .await(
                        () -> some.stream().allMatch(CellClient::isEnded),
                        "clients do not come to an end");
    }

    @Override
    public void close() {
        end(clients);
        boolean[] closed = new boolean[1];
        inThread(
                () -> {
                    processes.forEach(Mangrove::close);
                    closed[0] = true;
                });
        cluster.pool().await(() -> closed[0], "processes do not end");
    }
}
