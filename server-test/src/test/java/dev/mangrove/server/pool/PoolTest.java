package dev.mangrove.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.service.ServicePlugin;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.util.List;

/** Several servers as one pool. */
@OnEveryFabric
final class PoolTest {
    @RegisterExtension final Pools pools;
    private int creates;

    PoolTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldFormAPoolThatClientsLearnFromAnyMember() {
        MemoryServer first = pools.start();
        MemoryServer second = pools.start(options -> options.withJoin(pools.uri(first)));
        MemoryServer third = pools.start(options -> options.withJoin(pools.uri(second)));
        assertThat(List.of(first.number(), second.number(), third.number()))
                .containsExactly(0, 1, 2);
        for (MemoryServer server : List.of(first, second, third)) {
            pools.until(
                    () -> {
                        try (Mangrove mangrove = pools.connect(server)) {
                            return ClientAccess.of(mangrove).members().size() == 3;
                        }
                    });
        }
        try (Mangrove mangrove = pools.connect(second);
                Session session = ClientAccess.of(mangrove).session()) {
            for (int i = 0; i < 3; i++) {
                long chunk = session.allocateChunk(i, ChunkOwner.CLIENT);
                assertThat(AddressSpace.server(chunk)).isEqualTo(i);
                Batch batch = session.channel(chunk).batch(1);
                batch.fetchAndAdd(chunk, 7);
                batch.execute();
                assertThat(batch.result(0)).isZero();
            }
        }
    }

    @Test
    void shouldTellClientsOfAServerThatJoinsLater() {
        MemoryServer first = pools.start();
        try (Mangrove mangrove = pools.connect(first);
                Session session = ClientAccess.of(mangrove).session()) {
            assertThat(ClientAccess.of(mangrove).members()).hasSize(1);
            pools.start(options -> options.withJoin(pools.uri(first)));
            long chunk = session.allocateChunk(1, ChunkOwner.CLIENT);
            assertThat(AddressSpace.server(chunk)).isEqualTo(1);
            pools.until(() -> ClientAccess.of(mangrove).servers().size() == 2);
            pools.until(() -> ClientAccess.of(mangrove).servers().get(1).heartbeats() > 0);
        }
    }

    @Test
    void shouldGoOnWithoutAMemberThatLeftAndSayWhichIsMissing() {
        MemoryServer first = pools.start();
        MemoryServer second = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first);
                Session session = ClientAccess.of(mangrove).session()) {
            long here = session.allocateChunk(0, ChunkOwner.CLIENT);
            long there = session.allocateChunk(1, ChunkOwner.CLIENT);
            second.close();
            pools.until(() -> !ClientAccess.of(mangrove).servers().get(1).isAlive());
            assertThatThrownBy(() -> pools.until(() -> add(session, there) < 0))
                    .isInstanceOfSatisfying(
                            FabricException.class,
                            e -> assertThat(e.kind()).isEqualTo(FabricException.Kind.PEER_LOST));
            assertThat(add(session, here)).isZero();
            assertThat(session.status(0).connections()).isPositive();
            try (Session later = ClientAccess.of(mangrove).session()) {
                assertThatThrownBy(() -> add(later, there))
                        .isInstanceOf(FabricException.class)
                        .hasMessageContaining("server 1");
                assertThat(add(later, here)).isEqualTo(1);
            }
        }
        pools.until(
                () -> {
                    try (Mangrove newcomer = pools.connect(first)) {
                        return !ClientAccess.of(newcomer).members().get(1).alive();
                    }
                });
    }

    @Test
    void shouldMakeAnIndexWithoutAServerThatLeftBeforeTheClientHeardOfIt() {
        MemoryServer first = pools.start();
        MemoryServer second = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first);
                Session session = ClientAccess.of(mangrove).session()) {
            second.close();
            IndexDescriptor made =
                    session.catalogue()
                            .create(
                                    known -> {
                                        List<Integer> told = heardOf(known);
                                        return IndexSpec.of("i", IndexKind.ORDERED, "fine")
                                                .withServers(told);
                                    });
            assertThat(made.spec().servers()).containsExactly(0);
        }
    }

    /** The members that a client knows before it learns of the last change. */
    private List<Integer> heardOf(List<Integer> known) {
        creates++;
        return creates == 1 ? List.of(0, 1) : known;
    }

    @Test
    void shouldNotUseUpNumbersWhenServersFailToJoin() {
        pools.skipAtSmallSizeUnlessOn("shm");
        MemoryServer first = pools.start();
        ServicePlugin broken =
                (context, table) -> {
                    throw new IllegalStateException("fails to start");
                };
        for (int i = 0; i < 300; i++) {
            assertThatThrownBy(
                            () ->
                                    pools.start(
                                            options -> options.withJoin(pools.uri(first)), broken))
                    .hasMessage("fails to start");
        }
        MemoryServer second = pools.start(options -> options.withJoin(pools.uri(first)));
        assertThat(second.number()).isBetween(1, 20);
    }

    @Test
    void shouldNotKnowAServerThatWasNeverThere() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            for (int number : new int[] {1, 255, 256, -1}) {
                assertThatThrownBy(() -> session.link(number))
                        .isInstanceOf(FabricException.class)
                        .hasMessageContaining("no server " + number);
            }
        }
    }

    @Test
    void shouldOfferTheSameMemoryAtSeveralPlacesAndLetClientsTakeTheBest() {
        assumeTrue(!pools.scheme().equals("shm"), "shared memory is always the other place");
        MemoryServer server =
                pools.start(
                        options ->
                                ServerOptions.at(
                                                options.listen().getFirst(),
                                                new Pools("shm").location())
                                        .withSecret(Pools.SECRET));
        URI slow = server.uris().getFirst();
        URI best = server.uris().get(1);
        try (Mangrove mangrove = pools.connect(slow);
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
            assertThat(session.channel(chunk).peer()).isEqualTo(best);
            assertThat(add(session, chunk)).isZero();
        }
    }

    @Test
    void shouldNotBeTakenInByAnotherServerAtAnAddressThatIsTold() {
        assumeTrue(pools.scheme().equals("shm"), "others do not know where they listen before");
        MemoryServer decoy = pools.start();
        URI real = pools.location();
        MemoryServer server =
                pools.start(
                        options ->
                                ServerOptions.at(real)
                                        .withName("real")
                                        .withAdvertise(List.of(pools.uri(decoy), real)));
        assertThat(server.uris()).first().isEqualTo(pools.uri(decoy));
        try (Mangrove mangrove = pools.connect(real);
                Session session = ClientAccess.of(mangrove).session()) {
            assertThat(session.status(0).name()).isEqualTo("real");
        }
    }

    private static long add(Session session, long address) {
        Batch batch = session.channel(address).batch(1);
        batch.fetchAndAdd(address, 1);
        batch.execute();
        return batch.result(0);
    }
}
