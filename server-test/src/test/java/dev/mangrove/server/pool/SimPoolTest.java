package dev.mangrove.server.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Range;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The product's servers and clients on a simulated cluster. */
final class SimPoolTest {
    private static final long SECOND = 1_000_000_000;
    private static final int SERVERS = 2;
    private static final long MILLISECOND = 1_000_000;

    private final List<SimCluster> clusters = new ArrayList<>();
    private final List<SimHost> servers = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private SimCluster cluster;
    private long[] chunks;

    @AfterEach
    void close() {
        clusters.forEach(SimCluster::close);
    }

    @Test
    void shouldServeClientsOfManyHosts() {
        startPool(1);
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            tasks.add(client(session -> work(session, 50)));
        }
        finish(tasks, SECOND);
        long[] found = new long[1];
        finish(List.of(client(session -> found[0] = add(session, chunks[0]))), SECOND);
        assertThat(found[0]).isEqualTo(8 * 50);
    }

    @Test
    void shouldRunTheSameWayFromTheSameSeed() {
        long first = traceOf(7);
        assertThat(traceOf(7)).isEqualTo(first);
        assertThat(traceOf(8)).isNotEqualTo(first);
    }

    @Test
    void shouldTellOfAQueueNoLongerThanThereAreClients() {
        startPool(6);
        int clients = 12;
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            tasks.add(client(this::echoForAWhile));
        }
        List<Integer> queues = new ArrayList<>();
        tasks.add(
                client(
                        session -> {
                            for (int i = 0; i < 50; i++) {
                                session.host().sleep(MILLISECOND);
                                queues.add(session.link(1).beat().queueLength());
                            }
                        }));
        finish(tasks, SECOND);
        assertThat(queues).allMatch(queue -> queue <= clients).anyMatch(queue -> queue > 1);
    }

    private void echoForAWhile(Session session) {
        long until = session.host().nanoTime() + 60 * MILLISECOND;
        while (session.host().nanoTime() < until) {
            echo(session);
        }
    }

    @Test
    void shouldStreamALongAnswer() {
        startPool(2);
        long[] bytes = new long[1];
        Host.Task task =
                client(
                        session -> {
                            Call call = session.link(0).call(Range.BYTES);
                            Range.write(call.request(), Call.PAYLOAD, chunks[0], 2 << 20);
                            call.execute(MessageKind.COPY_OUT, Range.BYTES);
                            bytes[0] = call.answerBytes();
                        });
        finish(List.of(task), SECOND);
        assertThat(bytes[0]).isEqualTo(2 << 20);
    }

    @Test
    void shouldFreeWhatACrashedClientHeld() {
        startPool(3);
        SimHost victim = cluster.addHost();
        start(
                victim,
                session -> {
                    session.allocateChunk(1, ChunkOwner.CLIENT);
                    session.host().sleep(60 * SECOND);
                });
        cluster.run(SECOND);
        victim.crash();
        cluster.run(2 * SECOND);
        long[] used = new long[1];
        finish(List.of(client(s -> used[0] = s.status(1).memoryUsed())), SECOND);
        assertThat(used[0])
                .as("only what the test itself holds")
                .isEqualTo(AddressSpace.CHUNK_BYTES);
    }

    @Test
    void shouldTellAllClientsThatAServerCrashed() {
        startPool(4);
        List<Long> ends = new ArrayList<>();
        List<Host.Task> tasks =
                List.of(
                        client(session -> ends.add(endOf(session, this::echo))),
                        client(session -> ends.add(endOf(session, s -> add(s, chunks[1])))));
        cluster.run(SECOND);
        long crashed = cluster.nanoTime();
        servers.get(1).crash();
        finish(tasks, 10 * SECOND);
        assertThat(ends).hasSize(2).allMatch(end -> end - crashed < 2 * SECOND);
        finish(List.of(client(session -> add(session, chunks[0]))), SECOND);
    }

    @Test
    void shouldNotWaitForAServerThatHangs() {
        startPool(5);
        List<Long> ends = new ArrayList<>();
        Host.Task task = client(session -> ends.add(endOf(session, this::echo)));
        cluster.run(SECOND);
        long paused = cluster.nanoTime();
        servers.get(1).pause(20 * SECOND);
        finish(List.of(task), 10 * SECOND);
        assertThat(ends)
                .singleElement()
                .satisfies(end -> assertThat(end - paused).isLessThan(2 * SECOND));
    }

    private long traceOf(long seed) {
        servers.clear();
        startPool(seed);
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tasks.add(client(session -> work(session, 20)));
        }
        finish(tasks, SECOND);
        return cluster.trace().hash();
    }

    /** Starts servers, and a client that allocates a chunk on each. */
    private void startPool(long seed) {
        Profile profile = Profile.named("base").with("link.jitter_ns", 300);
        cluster = new SimCluster(profile, seed, Faults.NONE, 0, null);
        clusters.add(cluster);
        URI first = null;
        for (int i = 0; i < SERVERS; i++) {
            SimHost host = cluster.addHost();
            servers.add(host);
            URI uri = URI.create("sim://" + host.name() + ":1");
            URI join = first;
            boolean[] started = new boolean[1];
            host.start(
                    "start",
                    () -> {
                        MemoryServer.start(
                                ServerOptions.at(uri)
                                        .withHost(host)
                                        .withMemoryLimit(4 * AddressSpace.CHUNK_BYTES)
                                        .withJoin(join));
                        started[0] = true;
                    });
            assertThat(cluster.runUntil(SECOND, () -> started[0])).isTrue();
            first = first == null ? uri : first;
        }
        chunks = new long[SERVERS];
        client(
                session -> {
                    for (int i = 0; i < SERVERS; i++) {
                        chunks[i] = session.allocateChunk(i, ChunkOwner.CLIENT);
                    }
                    session.host().sleep(1000 * SECOND);
                });
        assertThat(cluster.runUntil(SECOND, () -> chunks[SERVERS - 1] != 0)).isTrue();
    }

    private Host.Task client(Consumer<Session> body) {
        return start(cluster.addHost(), body);
    }

    private Host.Task start(SimHost host, Consumer<Session> body) {
        URI uri = URI.create("sim://" + servers.getFirst().name() + ":1");
        return host.start(
                "client",
                () -> {
                    try (Mangrove mangrove = Mangrove.connect(uri, ConnectOptions.DEFAULT, host);
                            Session session = ClientAccess.of(mangrove).session()) {
                        body.accept(session);
                    } catch (RuntimeException | AssertionError e) {
                        failures.add(e.toString());
                    }
                });
    }

    private void finish(List<Host.Task> tasks, long nanos) {
        boolean ended = cluster.runUntil(nanos, () -> tasks.stream().noneMatch(Host.Task::isAlive));
        assertThat(failures).isEmpty();
        assertThat(ended).as("ended in time").isTrue();
    }

    private void work(Session session, int times) {
        for (int i = 0; i < times; i++) {
            add(session, chunks[0]);
            echo(session);
        }
    }

    private void echo(Session session) {
        session.link(1).admin().execute(MessageKind.ECHO, 8);
    }

    /** Repeats the work until an exception of the fabric; returns its time. */
    private static long endOf(Session session, Consumer<Session> work) {
        while (true) {
            try {
                work.accept(session);
                session.host().sleep(1_000_000);
            } catch (FabricException e) {
                return session.host().nanoTime();
            }
        }
    }

    private static long add(Session session, long address) {
        Batch batch = session.channel(address).batch(1);
        batch.fetchAndAdd(address, 1);
        batch.execute();
        return batch.result(0);
    }
}
