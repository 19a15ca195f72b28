package dev.mangrove.index.session;

import dev.mangrove.ConnectOptions;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A pool of scripted servers on a simulated cluster, and its client, which the test's own thread
 * uses: when it waits, virtual time passes.
 */
final class SimPool implements AutoCloseable {
    static final long MILLISECOND = 1_000_000;

    static final ConnectOptions OPTIONS =
            ConnectOptions.DEFAULT
                    .withTimeout(Duration.ofSeconds(5))
                    .withSilenceLimit(Duration.ofMillis(200));

    private final SimCluster cluster;
    private final List<ScriptedServer> servers = new ArrayList<>();
    private final List<Pool> pools = new ArrayList<>();

    SimPool(int size) {
        cluster = new SimCluster(Profile.named("base"), 1, Faults.NONE, 0, null);
        for (int i = 0; i < size; i++) {
            addServer();
        }
        servers.forEach(server -> server.lists(1, members()));
    }

    /** Starts a server that no member list has yet. */
    ScriptedServer addServer() {
        SimHost host = cluster.addHost();
        int number = servers.size();
        URI uri = URI.create("sim://" + host.name() + ":1");
        ScriptedServer server = new ScriptedServer(host, uri, number, 100 + number);
        servers.add(server);
        return server;
    }

    ScriptedServer server(int number) {
        return servers.get(number);
    }

    List<Member> members() {
        return servers.stream().map(ScriptedServer::member).toList();
    }

    /** A client of its own host. */
    Pool connect() {
        Pool pool = Pool.connect(servers.getFirst().uri(), OPTIONS, cluster.addHost());
        pools.add(pool);
        return pool;
    }

    /** A client's connections that belong to no session. */
    Exchange exchange() {
        return new Exchange(
                new Fabrics(cluster.addHost()),
                new dev.mangrove.fabric.EndpointOptions(
                        OPTIONS.waiting(), OPTIONS.timeout(), OPTIONS.secret()),
                0,
                0);
    }

    void run(long milliseconds) {
        cluster.run(milliseconds * MILLISECOND);
    }

    /** Lets time pass until a condition holds; false if it does not within ten seconds. */
    boolean comesTrue(BooleanSupplier condition) {
        return cluster.runUntil(10_000 * MILLISECOND, condition);
    }

    /** Milliseconds that an action takes. */
    long duration(Runnable action) {
        long start = cluster.nanoTime();
        action.run();
        return (cluster.nanoTime() - start) / MILLISECOND;
    }

    @Override
    public void close() {
        pools.forEach(Pool::close);
        servers.forEach(ScriptedServer::close);
        cluster.close();
    }
}
