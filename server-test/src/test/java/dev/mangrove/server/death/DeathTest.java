package dev.mangrove.server.death;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.ClientMain;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.fixture.ServerMain;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The test kills processes at any time. */
@OnEveryFabric
final class DeathTest {
    /** Four times the promised two seconds, because a machine may stand still for seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(8);

    private static final List<Waiting> WAYS =
            List.of(Waiting.BLOCK, Waiting.SPIN_THEN_BLOCK, Waiting.POLL);

    @RegisterExtension final Pools pools;

    DeathTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldFreeWhatAKilledClientHeld() {
        MemoryServer first = pools.start();
        MemoryServer second = pools.start(options -> options.withJoin(pools.uri(first)));
        String uri = pools.uri(second).toString();
        try (Mangrove mangrove = pools.connect(first);
                Session session = ClientAccess.of(mangrove).session();
                ChildJvm client = ChildJvm.start(ClientMain.class, uri, "hold", "4")) {
            assertThat(client.readLine()).isEqualTo("ready");
            assertThat(client.readLine()).isEqualTo("holding");
            for (int server = 0; server < 2; server++) {
                assertThat(session.status(server).memoryUsed())
                        .isEqualTo(2 * AddressSpace.CHUNK_BYTES);
            }
            client.signal("KILL");
            long killed = System.nanoTime();
            pools.until(() -> session.status(0).memoryUsed() == 0);
            pools.until(() -> session.status(1).memoryUsed() == 0);
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(LIMIT);
            assertThat(session.status(0).clients()).isEqualTo(1);
        }
    }

    @Test
    void shouldTellEachWorkingThreadOfTheLossInTime() throws InterruptedException {
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        Queue<Long> ends = new ConcurrentLinkedQueue<>();
        try (ChildJvm server = startServer()) {
            URI uri = URI.create(server.readLine());
            List<Thread> threads =
                    WAYS.stream()
                            .flatMap(
                                    way ->
                                            List.of(
                                                    worker(uri, way, true, wrong, ends),
                                                    worker(uri, way, false, wrong, ends))
                                                    .stream())
                            .toList();
            threads.forEach(Thread::start);
            Pools.sleep(Duration.ofMillis(700));
            server.signal("KILL");
            long killed = System.nanoTime();
            for (Thread thread : threads) {
                thread.join(Pools.PATIENCE);
            }
            assertThat(wrong).isEmpty();
            assertThat(ends).hasSize(threads.size());
            assertThat(ends).allMatch(end -> end - killed < LIMIT.toNanos());
        }
    }

    @Test
    void shouldTellWaitingAndWatchingThreadsAndRefuseNewWork() throws InterruptedException {
        try (ChildJvm server = startServer();
                Mangrove mangrove = pools.connect(URI.create(server.readLine()));
                Session waiting = ClientAccess.of(mangrove).session();
                Session idle = ClientAccess.of(mangrove).session()) {
            long chunk = idle.allocateChunk(0, ChunkOwner.CLIENT);
            Call call = waiting.link(0).call(8);
            server.stop();
            call.send(MessageKind.ECHO, 8);
            Thread killer =
                    new Thread(
                            () -> {
                                Pools.sleep(Duration.ofMillis(300));
                                server.signal("KILL");
                            });
            killer.start();
            long started = System.nanoTime();
            assertThatThrownBy(call::await).isInstanceOf(FabricException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(LIMIT);
            killer.join();
            pools.until(() -> !ClientAccess.of(mangrove).servers().getFirst().isAlive());
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(LIMIT);
            assertThatThrownBy(() -> idle.status(0)).isInstanceOf(FabricException.class);
            assertThatThrownBy(() -> idle.channel(chunk).batch(1).submit())
                    .isInstanceOf(FabricException.class);
            try (Session late = ClientAccess.of(mangrove).session()) {
                assertThatThrownBy(() -> late.link(0))
                        .isInstanceOf(FabricException.class)
                        .hasMessageContaining("server 0");
            }
        }
    }

    @Test
    void shouldNotWaitForAServerThatFellSilent() {
        try (ChildJvm server = startServer();
                Mangrove mangrove =
                        Mangrove.connect(
                                URI.create(server.readLine()),
                                ConnectOptions.DEFAULT
                                        .withSecret(Pools.SECRET)
                                        .withSilenceLimit(Duration.ofMillis(500)));
                Session session = ClientAccess.of(mangrove).session()) {
            session.status(0);
            server.stop();
            long started = System.nanoTime();
            assertThatThrownBy(() -> session.status(0))
                    .isInstanceOf(FabricException.class)
                    .hasMessageContaining("heartbeats");
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(LIMIT);
            server.signal("CONT");
            pools.until(
                    () -> ClientAccess.of(mangrove).servers().getFirst().ageNanos() < 100_000_000);
            assertThat(session.status(0).server()).isZero();
        }
    }

    @Test
    void shouldShowAMemberThatWasKilledAndGoOnWithTheRest() {
        MemoryServer first = pools.start();
        try (ChildJvm member =
                        ChildJvm.start(
                                ServerMain.class,
                                pools.location().toString(),
                                pools.uri(first).toString());
                Mangrove mangrove = connectToBoth(first, member);
                Session session = ClientAccess.of(mangrove).session()) {
            session.allocateChunk(1, ChunkOwner.CLIENT);
            member.signal("KILL");
            long killed = System.nanoTime();
            pools.until(() -> !ClientAccess.of(mangrove).servers().get(1).isAlive());
            pools.until(() -> !ClientAccess.of(mangrove).members().get(1).alive());
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(LIMIT);
            assertThatThrownBy(() -> session.allocateChunk(1, ChunkOwner.CLIENT))
                    .isInstanceOf(FabricException.class);
            session.allocateChunk(0, ChunkOwner.CLIENT);
        }
    }

    private Mangrove connectToBoth(MemoryServer first, ChildJvm member) {
        member.readLine();
        return pools.connect(first);
    }

    private ChildJvm startServer() {
        return ChildJvm.start(ServerMain.class, pools.location().toString());
    }

    /** Starts a thread that works until it gets an exception, which must be one of the fabric. */
    private static Thread worker(
            URI uri, Waiting way, boolean messages, Queue<String> wrong, Queue<Long> ends) {
        ConnectOptions options = ConnectOptions.DEFAULT.withSecret(Pools.SECRET).withWaiting(way);
        return new Thread(
                () -> {
                    try (Mangrove mangrove = Mangrove.connect(uri, options);
                            Session session = ClientAccess.of(mangrove).session()) {
                        work(session, messages);
                    } catch (FabricException | MangroveException e) {
                        ends.add(System.nanoTime());
                    } catch (RuntimeException | Error e) {
                        wrong.add(way + " " + messages + ": " + e);
                    }
                });
    }

    private static void work(Session session, boolean messages) {
        long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
        Call call = session.link(0).call(8);
        Batch batch = session.channel(chunk).batch(1);
        while (true) {
            if (messages) {
                call.execute(MessageKind.ECHO, 8);
            } else {
                batch.clear().fetchAndAdd(chunk, 1);
                batch.execute();
            }
        }
    }
}
