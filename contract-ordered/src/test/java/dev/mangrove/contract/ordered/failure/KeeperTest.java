package dev.mangrove.contract.ordered.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.MangroveException;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.ServerPool;
import dev.mangrove.contract.ordered.fixture.SimMachines;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.client.BytesIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A keeper continues after a round that failed. */
final class KeeperTest {
    private static final String NAME = "kept";
    private static final String OTHER = "other";
    private static final int PAGE = 4096;
    private static final long SECOND = 1_000_000_000;

    /** Entries of a page of 1,024 bytes. */
    private static final int BYTES_FANOUT = 12;

    private static final int BYTES_KEYS = 50 * BYTES_FANOUT;

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
                                    new ServerPool(machines, 1, 2 * AddressSpace.CHUNK_BYTES);
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
            Session session = ClientAccess.of(client.mangrove()).session();
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

    @Test
    void shouldGiveBackPagesThatItDidNotUse() throws Throwable {
        machines.run(
                () -> {
                    try (ServerPool pool =
                                    new ServerPool(machines, 1, 2 * AddressSpace.CHUNK_BYTES);
                            IndexClient client = pool.connect(machines.home())) {
                        giveBack(client);
                    }
                });
    }

    private void giveBack(IndexClient client) {
        create(client, NAME);
        try (OrderedIndex index = open(client, NAME)) {
            for (long key = 0; key < 100; key++) {
                index.put(key, key);
            }
            Session session = ClientAccess.of(client.mangrove()).session();
            Keeper keeper = OrderedIndexes.keeper(session, session.catalogue().open(NAME));
            Host.Task task = machines.home().start("keeper", keeper);
            machines.home().sleep(SECOND);
            assertThat(keeper.heads()).isPositive();
            assertThat(index.verify().orThrow().spare()).as("kept by the keeper").isPositive();
            keeper.close();
            assertThat(task.join(60 * SECOND)).isTrue();
            assertThat(index.verify().orThrow().spare()).isZero();
        }
    }

    /** Pages that another view keeps for its next splits belong to no tree. */
    @Test
    void shouldCountPagesThatClientsKeep() throws Throwable {
        machines.run(
                () -> {
                    try (ServerPool pool =
                                    new ServerPool(machines, 2, 2 * AddressSpace.CHUNK_BYTES);
                            IndexClient client = pool.connect(machines.home())) {
                        create(client, NAME);
                        OrderedIndex writer = open(client, NAME);
                        for (long key = 0; key < 50; key++) {
                            writer.put(key, key);
                        }
                        try (OrderedIndex index = open(client, NAME)) {
                            assertThat(index.verify().orThrow().spare()).isPositive();
                            writer.close();
                            assertThat(index.verify().orThrow().spare()).isZero();
                        }
                    }
                });
    }

    /** Every other leaf is emptied but for a key while its neighbours are full, then these are. */
    @ParameterizedTest
    @EnumSource(names = {"SHERMAN", "FINE"})
    void shouldMergeSparseLeavesOfByteStrings(Design design) throws Throwable {
        machines.run(
                () -> {
                    try (ServerPool pool =
                                    new ServerPool(machines, 2, 2 * AddressSpace.CHUNK_BYTES);
                            IndexClient client = pool.connect(machines.home())) {
                        BytesOptions options =
                                BytesOptions.DEFAULT.withDesign(design).withPageSize(1024);
                        BytesIndexes.create(
                                ClientAccess.of(client.mangrove()).session(),
                                NAME,
                                options,
                                Set.of());
                        mergeSparse(client);
                    }
                });
    }

    private void mergeSparse(IndexClient client) {
        Session session = ClientAccess.of(client.mangrove()).session();
        try (BytesIndex index = BytesIndexes.open(session, NAME)) {
            for (int i = 0; i < BYTES_KEYS; i++) {
                index.put(key(i), new byte[i % 20]);
            }
            long full = index.statistics().leaves();
            removeAllBut(index, 1, 1);
            removeAllBut(index, 0, BYTES_FANOUT / 3 + 1);
            assertThat(index.statistics().leaves()).isEqualTo(full);
            Session kept = ClientAccess.of(client.mangrove()).session();
            Keeper keeper = BytesIndexes.keeper(kept, kept.catalogue().open(NAME));
            Host.Task task = machines.home().start("keeper", keeper);
            machines.home().sleep(2 * SECOND);
            assertThat(keeper.failures()).isZero();
            assertThat(keeper.merged()).isEqualTo(full / 2);
            keeper.close();
            assertThat(task.join(60 * SECOND)).isTrue();
            assertThat(index.statistics().leaves()).isEqualTo(full - full / 2);
            Verification found = index.verify().orThrow();
            assertThat(found.entries()).isEqualTo(full / 2 * (BYTES_FANOUT / 3 + 2));
            assertThat(found.spare()).isZero();
        }
    }

    private static void removeAllBut(BytesIndex index, int parity, int kept) {
        for (int i = 0; i < BYTES_KEYS; i++) {
            if (i / BYTES_FANOUT % 2 == parity && i % BYTES_FANOUT >= kept) {
                assertThat(index.delete(key(i))).isTrue();
            }
        }
    }

    /** Longer than a line has room for, except without the prefix of its page. */
    private static byte[] key(int number) {
        return "%032d%08d".formatted(0, number).getBytes(StandardCharsets.UTF_8);
    }

    /** The keeper of each view that is opened would hold the lease until its session is gone. */
    @Test
    void shouldEndTheKeepersOfViewsThatAreOpenedAtTheSameTime() throws Throwable {
        machines.run(
                () -> {
                    try (ServerPool pool =
                                    new ServerPool(machines, 1, 2 * AddressSpace.CHUNK_BYTES);
                            IndexClient other = pool.connect(machines.home())) {
                        create(other, NAME);
                        try (IndexClient client = pool.connect(machines.home())) {
                            openInThreads(client);
                        }
                        Session session = ClientAccess.of(other.mangrove()).session();
                        Keeper keeper =
                                OrderedIndexes.keeper(session, session.catalogue().open(NAME));
                        assertThat(keeper.round()).as("the lease has been released").isTrue();
                        keeper.close();
                        keeper.run();
                    }
                });
    }

    private void openInThreads(IndexClient client) {
        Host host = machines.home();
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tasks.add(host.start("open", () -> client.mangrove().openOrdered(NAME).close()));
        }
        tasks.forEach(task -> assertThat(task.join(SECOND)).isTrue());
        host.sleep(SECOND / 10);
    }

    private static void fill(OrderedIndex index) {
        for (long key = 0; key < AddressSpace.CHUNK_BYTES; key++) {
            index.put(key, key);
        }
    }

    private static void create(IndexClient client, String name) {
        OrderedIndexes.create(
                ClientAccess.of(client.mangrove()).session(),
                name,
                OrderedOptions.of(Design.FINE).withPageSize(PAGE).withFanout(4));
    }

    /** A view without a keeper of its own. */
    private static OrderedIndex open(IndexClient client, String name) {
        return OrderedIndexes.open(
                ClientAccess.of(client.mangrove()).session(), name, ViewOptions.DEFAULT);
    }
}
