package dev.mangrove.server.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.function.ObjIntConsumer;

/** Many clients at once open an index, or create it if it does not exist. */
@OnEveryFabric
final class OpenOrCreateTest {
    private static final int CLIENTS = 4;
    private static final int ROUNDS = 10;

    @RegisterExtension final Pools pools;

    OpenOrCreateTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldLetAllClientsInWhenTheyCreateAnOrderedIndexAtOnce() throws Exception {
        MemoryServer server = pools.start();
        atOnce(
                server,
                (mangrove, client) -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        try (OrderedIndex index = mangrove.openOrCreateOrdered("keys" + round)) {
                            index.put(client, client);
                        }
                    }
                });
        try (Mangrove mangrove = pools.connect(server)) {
            for (int round = 0; round < ROUNDS; round++) {
                try (OrderedIndex index = mangrove.openOrdered("keys" + round)) {
                    assertThat(index.count(0, CLIENTS)).isEqualTo(CLIENTS);
                }
            }
        }
    }

    @Test
    void shouldLetAllClientsInWhenTheyCreateASpatialIndexAtOnce() throws Exception {
        MemoryServer server = pools.start();
        atOnce(
                server,
                (mangrove, client) -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        try (SpatialIndex index = mangrove.openOrCreateSpatial("places" + round)) {
                            index.insert(client, client, client);
                        }
                    }
                });
        try (Mangrove mangrove = pools.connect(server)) {
            for (int round = 0; round < ROUNDS; round++) {
                try (SpatialIndex index = mangrove.openSpatial("places" + round)) {
                    assertThat(index.count(0, 0, CLIENTS, CLIENTS)).isEqualTo(CLIENTS);
                }
            }
        }
    }

    @Test
    void shouldKeepTheOptionsOfAnIndexThatIsThere() {
        try (Mangrove mangrove = pools.connect(pools.start())) {
            mangrove.createOrdered("keys").close();
            mangrove.openOrCreateOrdered("keys", OrderedOptions.of(Design.COARSE)).close();
            assertThat(ClientAccess.of(mangrove).indexes().getFirst().spec().design())
                    .isEqualTo(Design.DEFAULT.text());
        }
    }

    private void atOnce(MemoryServer server, ObjIntConsumer<Mangrove> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(CLIENTS);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try (Mangrove mangrove = pools.connect(server)) {
                                            start.await();
                                            work.accept(mangrove, client);
                                        } catch (Exception | Error e) {
                                            failures.add(e);
                                        }
                                    }));
        }
        for (Thread thread : threads) {
            thread.join(Pools.PATIENCE);
        }
        assertThat(failures).isEmpty();
    }
}
