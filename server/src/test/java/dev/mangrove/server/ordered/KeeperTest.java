package dev.mangrove.server.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.MangroveException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A keeper continues after a round that failed. */
final class KeeperTest {
    private static final String NAME = "kept";
    private static final String OTHER = "other";
    private static final int PAGE = 4096;
    private static final long SECOND = 1_000_000_000;

    private final SimMachines machines = new SimMachines(1);

    @AfterEach
    void end() {
        machines.close();
    }

    @Test
    void shouldGoOnWhenARoundHasFailed() throws Throwable {
        machines.run(
                () -> {
                    try (ServerPool pool =
                                    new ServerPool(
                                            machines,
                                            1,
                                            2 * AddressSpace.CHUNK_BYTES,
                                            ViewOptions.DEFAULT);
                            IndexClient client = pool.connect(machines.home())) {
                        surviveLackOfMemory(client);
                    }
                });
    }

    private void surviveLackOfMemory(IndexClient client) {
        create(client, OTHER);
        open(client, OTHER).close();
        create(client, NAME);
        try (OrderedIndex index = open(client, NAME)) {
            assertThatThrownBy(() -> fill(index)).isInstanceOf(MangroveException.class);
            Session session = client.mangrove().session();
            Keeper keeper = OrderedIndexes.keeper(session, session.catalogue().open(NAME));
            Host host = machines.home();
            Host.Task task = host.start("keeper", keeper);
            host.sleep(2 * SECOND);
            assertThat(keeper.failures()).as("rounds without memory").isPositive();
            client.drop(OTHER);
            host.sleep(60 * SECOND);
            assertThat(task.isAlive()).isTrue();
            assertThat(keeper.heads()).isPositive();
            keeper.close();
            assertThat(task.join(60 * SECOND)).isTrue();
            index.verify().orThrow();
        }
    }

    private static void fill(OrderedIndex index) {
        for (long key = 0; key < AddressSpace.CHUNK_BYTES; key++) {
            index.put(key, key);
        }
    }

    private static void create(IndexClient client, String name) {
        OrderedIndexes.create(
                client.mangrove().session(),
                name,
                OrderedOptions.of(Design.FINE).withPageSize(PAGE).withFanout(4));
    }

    /** A view without a keeper of its own. */
    private static OrderedIndex open(IndexClient client, String name) {
        return OrderedIndexes.open(client.mangrove().session(), name, ViewOptions.DEFAULT);
    }
}
