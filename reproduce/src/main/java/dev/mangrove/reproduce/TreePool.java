package dev.mangrove.reproduce;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.Plugin;
import dev.mangrove.server.ServerOptions;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The product's servers on simulated hosts, and connections to them. */
public final class TreePool {
    /** Limit of virtual time for any wait; experiments need milliseconds to seconds. */
    public static final long LONGEST_NANOS = 600_000_000_000L;

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** Slowness of hosts while a tree is loaded. Chosen: loading takes little virtual time. */
    private static final double HARDLY_ANY = 1.0 / 16;

    private final SimCluster cluster;
    private final List<SimHost> servers;

    private final Waiting clientWaiting;

    /** Starts a server on each host; servers and clients poll. */
    public TreePool(SimCluster cluster, List<SimHost> servers, int workers, long memoryLimit) {
        this(cluster, servers, workers, memoryLimit, Waiting.POLL, Waiting.POLL, List.of());
    }

    /** Starts a server on each host. */
    public TreePool(
            SimCluster cluster,
            List<SimHost> servers,
            int workers,
            long memoryLimit,
            Waiting serverWaiting,
            Waiting clientWaiting,
            List<Plugin> plugins) {
        this.cluster = cluster;
        this.clientWaiting = clientWaiting;
        this.servers = List.copyOf(servers);
        for (int i = 0; i < servers.size(); i++) {
            ServerOptions options =
                    ServerOptions.at(place(i))
                            .withHost(servers.get(i))
                            .withMemoryLimit(memoryLimit)
                            .withWorkers(workers)
                            .withWaiting(serverWaiting)
                            .withHeartbeat(heartbeat(cluster))
                            .withJoin(i == 0 ? null : place(0));
            run(
                    servers.get(i),
                    () -> MemoryServer.start(options, plugins),
                    "the server has not started within the limit of virtual time");
        }
    }

    private static Duration heartbeat(SimCluster cluster) {
        return Duration.ofNanos(Math.round(cluster.profile().value("server.heartbeat_ns")));
    }

    /** Connects a client process; called from a thread of its host. */
    public Mangrove connect(SimHost host) {
        return Mangrove.connect(
                place(0),
                ConnectOptions.DEFAULT.withWaiting(clientWaiting).withTimeout(TIMEOUT),
                host);
    }

    /**
     * Runs an unmeasured preparation with a client of its own, in a thread of a host, and waits for
     * its end. Simulated processors are much faster meanwhile, so that the simulator handles fewer
     * events.
     */
    public void prepare(SimHost host, Consumer<Mangrove> body) {
        cluster.hosts().forEach(each -> each.slow(HARDLY_ANY));
        run(
                host,
                () -> {
                    try (Mangrove mangrove = connect(host)) {
                        body.accept(mangrove);
                    }
                },
                "the preparation has not ended within the limit of virtual time");
        cluster.hosts().forEach(each -> each.slow(1));
    }

    /** Runs the simulation until a condition holds; throws with the message otherwise. */
    public void await(BooleanSupplier condition, String otherwise) {
        if (!cluster.runUntil(LONGEST_NANOS, condition)) {
            throw new IllegalStateException(otherwise);
        }
    }

    private void run(SimHost host, Runnable body, String otherwise) {
        boolean[] done = new boolean[1];
        host.start(
                "prepare",
                () -> {
                    body.run();
                    done[0] = true;
                });
        await(() -> done[0], otherwise);
    }

    private URI place(int server) {
        return URI.create("sim://" + servers.get(server).name() + ":1");
    }
}
