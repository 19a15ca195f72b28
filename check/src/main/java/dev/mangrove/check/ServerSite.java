package dev.mangrove.check;

import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.Plugin;
import dev.mangrove.server.ServerOptions;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The servers of a run, each a simulated process. */
public final class ServerSite implements AutoCloseable {
    private static final long PLENTY = 64 * AddressSpace.CHUNK_BYTES;
    private static final long LITTLE = AddressSpace.CHUNK_BYTES;
    private static final long START_NANOS = 2_000_000_000;

    /** Chosen: some operations of each client. */
    private static final int LONGEST_PAUSE_NANOS = 200_000;

    private static final int FIRST_CRASHES_ONE_IN = 5;

    private final SimCluster cluster;
    private final Machines machines;
    private final int number;
    private final int workers;
    private final Waiting waiting;
    private final OrderedJournal journal;
    private final List<Plugin> plugins;
    private final long memory;
    private final List<SimHost> hosts = new ArrayList<>();
    private final List<MemoryServer> servers = new ArrayList<>();

    /**
     * So many servers, each with so many workers.
     *
     * @param isShort whether they have little memory
     */
    public ServerSite(
            SimCluster cluster,
            Machines machines,
            int number,
            int workers,
            Waiting waiting,
            boolean isShort,
            List<Plugin> plugins,
            OrderedJournal journal) {
        this.cluster = cluster;
        this.machines = machines;
        this.number = number;
        this.workers = workers;
        this.waiting = waiting;
        this.memory = isShort ? LITTLE : PLENTY;
        this.plugins = List.copyOf(plugins);
        this.journal = journal;
    }

    /** Starts all servers in turn; returns false if a fault prevents it. */
    public boolean start() {
        for (int i = 0; i < number; i++) {
            SimHost host = machines.server();
            hosts.add(host);
            host.start("server", () -> start(host));
            int wanted = i + 1;
            boolean _ =
                    cluster.runUntil(
                            START_NANOS, () -> servers.size() == wanted || !host.isAlive());
            if (servers.size() != wanted) {
                return false;
            }
        }
        return true;
    }

    /** Starts another server after a while, which clients come to know as a member of the pool. */
    public void startLate() {
        SimHost host = machines.server();
        hosts.add(host);
        int pause = 1 + host.random().nextInt(LONGEST_PAUSE_NANOS);
        host.start(
                "server",
                () -> {
                    host.sleep(pause);
                    start(host);
                });
    }

    /** Has a server crash after so many requests at most; seldom the first, which all need. */
    public void crashSoon(int mostRequests) {
        RandomGenerator random = hosts.getFirst().random();
        boolean isFirst = hosts.size() == 1 || random.nextInt(FIRST_CRASHES_ONE_IN) == 0;
        SimHost host = hosts.get(isFirst ? 0 : 1 + random.nextInt(hosts.size() - 1));
        host.crashAtServe(1 + random.nextInt(mostRequests));
    }

    /** Whether the first server, which has the catalogue, has not crashed. */
    public boolean isFirstAlive() {
        return hosts.getFirst().isAlive();
    }

    /** Whether no server has crashed. */
    public boolean areAllAlive() {
        return hosts.stream().allMatch(SimHost::isAlive);
    }

    /** URIs of the servers that started first. */
    public List<URI> uris() {
        return hosts.stream().limit(number).map(ServerSite::uri).toList();
    }

    /** Frees the resources of the servers that have not crashed. */
    @Override
    public void close() {
        for (int i = servers.size() - 1; i >= 0; i--) {
            if (hosts.get(i).isAlive()) {
                servers.get(i).close();
            }
        }
    }

    private void start(SimHost host) {
        try {
            @Nullable URI join = servers.isEmpty() ? null : uri(hosts.getFirst());
            servers.add(
                    MemoryServer.start(
                            ServerOptions.at(uri(host))
                                    .withHost(host)
                                    .withMemoryLimit(memory)
                                    .withWorkers(workers)
                                    .withWaiting(waiting)
                                    .withJoin(join),
                            plugins));
        } catch (RuntimeException e) {
            journal.lost(-1 - host.index(), e);
            host.crash();
        }
    }

    private static URI uri(SimHost host) {
        return URI.create("sim://" + host.name() + ":1");
    }
}
