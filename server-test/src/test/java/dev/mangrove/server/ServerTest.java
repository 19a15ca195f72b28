package dev.mangrove.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.ServerLoad;
import dev.mangrove.index.session.ServerStatus;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/** Chunks, messages, heartbeats and status of a server, and the ends of sessions. */
@OnEveryFabric
final class ServerTest {
    @RegisterExtension final Pools pools;

    ServerTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldGrantAChunkThatClientsShare() {
        MemoryServer server = pools.start();
        try (Mangrove one = pools.connect(server);
                Mangrove other = pools.connect(server);
                Session writer = ClientAccess.of(one).session();
                Session reader = ClientAccess.of(other).session()) {
            long chunk = writer.allocateChunk(0, ChunkOwner.CLIENT);
            Batch write = writer.channel(chunk).batch(1);
            write.writeLong(chunk + 8, 42);
            write.execute();

            MemorySegment local = reader.allocate(64);
            Batch read = reader.channel(chunk).batch(1);
            read.read(chunk, local, 0, 64);
            read.execute();
            assertThat(local.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(42);
            assertThat(local.get(ValueLayout.JAVA_LONG, 0)).isZero();
        }
    }

    @Test
    void shouldRefuseAChunkBeyondTheLimitAndSayWhy() {
        MemoryServer server =
                pools.start(options -> options.withMemoryLimit(2 * AddressSpace.CHUNK_BYTES));
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            long first = session.allocateChunk(0, ChunkOwner.CLIENT);
            session.allocateChunk(0, ChunkOwner.CLIENT);
            assertThatThrownBy(() -> session.allocateChunk(0, ChunkOwner.CLIENT))
                    .isInstanceOfSatisfying(
                            RequestRefusedException.class,
                            e -> assertThat(e.status()).isEqualTo(Status.OUT_OF_MEMORY))
                    .hasMessageContaining("limit=16 MiB, used=16 MiB");
            session.freeChunk(first);
            assertThat(session.allocateChunk(0, ChunkOwner.CLIENT)).isEqualTo(first);
        }
    }

    @Test
    void shouldSendHeartbeatsAtAboutTheirInterval() {
        MemoryServer server = pools.start(options -> options.withHeartbeat(Duration.ofMillis(20)));
        try (Mangrove mangrove = pools.connect(server)) {
            pools.until(() -> ClientAccess.of(mangrove).servers().getFirst().heartbeats() > 0);
            long before = ClientAccess.of(mangrove).servers().getFirst().heartbeats();
            long started = System.nanoTime();
            pools.until(
                    () ->
                            ClientAccess.of(mangrove).servers().getFirst().heartbeats()
                                    >= before + 25);
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            assertThat(took).isBetween(Duration.ofMillis(300), Duration.ofSeconds(30));
            ServerLoad load = ClientAccess.of(mangrove).servers().getFirst();
            assertThat(load.hostUtilisation()).isBetween(0.0, 1.0);
            assertThat(load.ageNanos()).isLessThan(20_000_000_000L);
        }
    }

    @Test
    void shouldTellItsStatus() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            session.allocateChunk(0, ChunkOwner.CLIENT);
            ServerStatus status = session.status(0);
            assertThat(status.memoryUsed()).isEqualTo(AddressSpace.CHUNK_BYTES);
            assertThat(status.clients()).isEqualTo(1);
            assertThat(status.connections()).isEqualTo(2);
            assertThat(status.uris()).isEqualTo(server.uris());
            assertThat(status.regions()).hasSize(1);
        }
    }

    @Test
    void shouldSayThatTheSessionIsClosed() {
        MemoryServer server = pools.start();
        Mangrove mangrove = pools.connect(server);
        Session session = ClientAccess.of(mangrove).session();
        long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
        Batch batch = session.channel(chunk).batch(1);
        session.close();
        assertThatThrownBy(() -> session.channel(chunk))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        batch.fetchAndAdd(chunk, 1);
        assertThatThrownBy(batch::execute)
                .isInstanceOfSatisfying(
                        FabricException.class,
                        e -> assertThat(e.kind()).isEqualTo(FabricException.Kind.CLOSED));
        mangrove.close();
        assertThatThrownBy(ClientAccess.of(mangrove)::session)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(ClientAccess.of(mangrove)::servers)
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldFreeWhatAClientHeldWhenItCloses() {
        MemoryServer server = pools.start();
        try (Mangrove watcher = pools.connect(server);
                Session session = ClientAccess.of(watcher).session()) {
            Mangrove client = pools.connect(server);
            Session other = ClientAccess.of(client).session();
            long chunk = other.allocateChunk(0, ChunkOwner.CLIENT);
            Batch write = other.channel(chunk).batch(1);
            write.writeLong(chunk, -1);
            write.execute();
            other.close();
            assertThat(session.status(0).memoryUsed()).isEqualTo(AddressSpace.CHUNK_BYTES);
            client.close();
            pools.until(() -> session.status(0).memoryUsed() == 0);

            assertThat(session.allocateChunk(0, ChunkOwner.CLIENT)).isEqualTo(chunk);
            MemorySegment local = session.allocate(64);
            Batch read = session.channel(chunk).batch(1);
            read.read(chunk, local, 0, 64);
            read.execute();
            assertThat(local.get(ValueLayout.JAVA_LONG, 0)).as("zeroed").isZero();
        }
    }

    @Test
    void shouldRefuseToFreeWhatTheClientDoesNotOwn() {
        MemoryServer server = pools.start();
        try (Mangrove one = pools.connect(server);
                Mangrove two = pools.connect(server);
                Session owner = ClientAccess.of(one).session();
                Session thief = ClientAccess.of(two).session()) {
            long chunk = owner.allocateChunk(0, ChunkOwner.CLIENT);
            for (long address : new long[] {chunk, chunk + 64, chunk + AddressSpace.CHUNK_BYTES}) {
                assertThatThrownBy(() -> thief.freeChunk(address))
                        .isInstanceOfSatisfying(
                                RequestRefusedException.class,
                                e -> assertThat(e.status()).isEqualTo(Status.NOT_FOUND));
            }
            owner.freeChunk(chunk);
            assertThatThrownBy(() -> owner.freeChunk(chunk))
                    .isInstanceOf(RequestRefusedException.class);
        }
    }
}
