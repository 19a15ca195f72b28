package dev.mangrove.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The product's servers and clients on simulated hosts, in virtual time. */
final class SimulatedPoolTest {
    private static final long SEED = 5;
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int CLIENTS = 8;
    private static final int INCREMENTS = 500;

    @Test
    void shouldServeAPoolInVirtualTime() {
        try (SimCluster cluster = new SimCluster(Profile.named("base"), SEED)) {
            assertThat(countTogether(cluster)).isEqualTo((long) CLIENTS * INCREMENTS);
            assertThat(cluster.nanoTime()).isLessThan(LONGEST_NANOS);
        }
    }

    @Test
    void shouldDoTheSameAgainFromTheSameSeed() {
        assertThat(traceHash()).isEqualTo(traceHash());
    }

    private static long traceHash() {
        try (SimCluster cluster = new SimCluster(Profile.named("base"), SEED)) {
            countTogether(cluster);
            return cluster.trace().hash();
        }
    }

    /**
     * Starts two servers, and clients on hosts of their own that add to one counter; returns its
     * final value.
     */
    private static long countTogether(SimCluster cluster) {
        SimHost first = cluster.addHost();
        SimHost second = cluster.addHost();
        URI place = URI.create("sim://" + first.name() + ":1");
        long[] counter = {0, -1};
        Host.Task servers =
                first.start(
                        "servers",
                        () -> {
                            MemoryServer registrar = MemoryServer.start(options(first, place));
                            try (Mangrove mangrove =
                                            Mangrove.connect(place, ConnectOptions.DEFAULT, first);
                                    Session session = ClientAccess.of(mangrove).session()) {
                                counter[0] = session.allocateChunk(0, ChunkOwner.CLIENT);
                                List<Host.Task> clients = startClients(cluster, place, counter[0]);
                                for (Host.Task client : clients) {
                                    assertThat(client.join(LONGEST_NANOS)).isTrue();
                                }
                                counter[1] =
                                        add(session.channel(counter[0]).batch(1), counter[0], 0);
                            }
                            registrar.close();
                        });
        second.start(
                "member",
                () -> {
                    second.sleep(1_000_000);
                    MemoryServer.start(
                            options(second, URI.create("sim://" + second.name() + ":1"))
                                    .withJoin(place));
                });
        assertThat(cluster.runUntil(LONGEST_NANOS, () -> !servers.isAlive())).isTrue();
        return counter[1];
    }

    private static ServerOptions options(SimHost host, URI place) {
        return ServerOptions.at(place).withHost(host);
    }

    private static List<Host.Task> startClients(SimCluster cluster, URI place, long counter) {
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            SimHost host = cluster.addHost();
            tasks.add(host.start("client", () -> count(host, place, counter)));
        }
        return tasks;
    }

    private static void count(SimHost host, URI place, long counter) {
        try (Mangrove mangrove = Mangrove.connect(place, ConnectOptions.DEFAULT, host);
                Session session = ClientAccess.of(mangrove).session()) {
            Batch batch = session.channel(counter).batch(1);
            for (int i = 0; i < INCREMENTS; i++) {
                add(batch, counter, 1);
            }
        }
    }

    private static long add(Batch batch, long address, long delta) {
        int request = batch.clear().fetchAndAdd(address, delta);
        batch.execute();
        return batch.result(request);
    }
}
