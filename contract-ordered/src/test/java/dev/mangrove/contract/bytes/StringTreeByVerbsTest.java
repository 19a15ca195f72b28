package dev.mangrove.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.ContractMachines;
import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.RealMachine;
import dev.mangrove.contract.ordered.fixture.ServerPool;
import dev.mangrove.contract.ordered.fixture.SimMachines;
import dev.mangrove.contract.ordered.fixture.Tasks;
import dev.mangrove.fabric.Meter;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.AccessOptions;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.local.LocalRoot;
import dev.mangrove.index.btree.strings.StringTree;
import dev.mangrove.index.btree.strings.StringValue;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.strings.LongKeys;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients read and change a tree of byte strings by verbs, in pages of several servers. The tree is
 * in pages of an ordered index, whose own tree stays empty.
 */
final class StringTreeByVerbsTest {
    private static final String NAME = "pages";
    private static final int PAGE_SIZE = 1024;
    private static final int FANOUT = 12;
    private static final int CLIENTS = 3;
    private static final int KEYS = 400;
    private static final Set<Technique> SHERMAN = EnumSet.allOf(Technique.class);
    private static final Set<Technique> PLAIN =
            EnumSet.complementOf(EnumSet.of(Technique.LINES, Technique.COMBINE, Technique.QUEUES));

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final AtomicLong root = new AtomicLong();

    /** A tree as one client uses it. */
    private final class Client implements AutoCloseable {
        private final IndexClient client;
        private final Session session;
        private final SessionPages pages;
        private final StringTree tree;
        private final StringValue value = new StringValue();
        private final StringValue nothing = new StringValue();

        Client(ServerPool pool, Host host, Set<Technique> techniques) {
            client = pool.connect(host);
            session = ClientAccess.of(client.mangrove()).session();
            IndexDescriptor descriptor = session.catalogue().open(NAME);
            AccessOptions options =
                    new AccessOptions(false, ViewProtocol.SOUND.copyCheck(), true, techniques);
            StringFormat format = new StringFormat(PAGE_SIZE, (int) descriptor.id(), LongKeys.NONE);
            pages = new SessionPages(session, descriptor, format, List.of(0, 1), options);
            if (root.get() == 0) {
                root.set(StringTree.plant(pages));
            }
            NodeCache cache = NodeCache.ofStrings(1 << 20);
            tree = new StringTree(pages, format, new LocalRoot(root), FANOUT, cache);
        }

        boolean put(byte[] key, byte[] bytes) {
            return tree.change(Change.PUT, key, value.set(bytes), nothing);
        }

        boolean remove(byte[] key) {
            return tree.change(Change.DELETE, key, nothing, nothing);
        }

        byte[] get(byte[] key) {
            return tree.get(key, value) ? value.bytes() : null;
        }

        NavigableMap<byte[], byte[]> entries(boolean descending) {
            NavigableMap<byte[], byte[]> found = new TreeMap<>(Arrays::compareUnsigned);
            int _ =
                    tree.scan(
                            null,
                            true,
                            null,
                            true,
                            descending,
                            Integer.MAX_VALUE,
                            (key, at) -> assertThat(found.put(key, at.bytes())).isNull());
            return found;
        }

        long roundTrips() {
            return Arrays.stream(session.meters()).mapToLong(Meter::roundTrips).sum();
        }

        @Override
        public void close() {
            pages.close();
            session.close();
            client.close();
        }
    }

    private static byte[] key(int number) {
        return ("user:" + number * 7919L % 100_003).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] value(int number) {
        return ("" + number).getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "tcp", "shm"})
    void shouldKeepWhatClientsPutSideBySide(String fabric) throws Throwable {
        run(fabric, SHERMAN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "tcp"})
    void shouldKeepItWithoutTheTechniquesThatMakeChangesCheap(String fabric) throws Throwable {
        run(fabric, PLAIN);
    }

    private void run(String fabric, Set<Technique> techniques) throws Throwable {
        try (ContractMachines machines =
                fabric.equals("sim") ? new SimMachines(seed) : new RealMachine(fabric)) {
            machines.run(() -> run(machines, techniques));
        }
    }

    private void run(ContractMachines machines, Set<Technique> techniques) throws Throwable {
        try (ServerPool pool = new ServerPool(machines, 2, 4 * AddressSpace.CHUNK_BYTES);
                IndexClient creator = pool.connect(machines.home());
                Session session = ClientAccess.of(creator.mangrove()).session()) {
            OrderedOptions options = OrderedOptions.of(Design.SHERMAN).withPageSize(PAGE_SIZE);
            OrderedIndexes.create(session, NAME, options);
            NavigableMap<byte[], byte[]> model =
                    new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
            try (Client first = new Client(pool, machines.home(), techniques)) {
                Tasks tasks = new Tasks();
                for (int i = 0; i < CLIENTS; i++) {
                    int number = i;
                    Host host = machines.another();
                    tasks.start(host, () -> change(pool, host, techniques, number, model));
                }
                tasks.join();
                check(first, model);
            }
        }
    }

    /** Changes keys that no other client changes, in pages that all of them change. */
    private void change(
            ServerPool pool,
            Host host,
            Set<Technique> techniques,
            int client,
            NavigableMap<byte[], byte[]> all) {
        SplittableRandom random = new SplittableRandom(seed + client);
        NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        try (Client tree = new Client(pool, host, techniques)) {
            for (int i = 0; i < 3 * KEYS; i++) {
                byte[] key = key(CLIENTS * random.nextInt(KEYS) + client);
                boolean puts = random.nextInt(3 * KEYS) > i / 2;
                if (puts) {
                    boolean isNew = model.put(key, value(i)) == null;
                    assertThat(tree.put(key, value(i))).as("seed %d", seed).isEqualTo(isNew);
                } else {
                    boolean there = model.remove(key) != null;
                    assertThat(tree.remove(key)).as("seed %d", seed).isEqualTo(there);
                }
                byte[] other = key(CLIENTS * random.nextInt(KEYS) + client);
                assertThat(tree.get(other)).as("seed %d", seed).isEqualTo(model.get(other));
            }
        }
        all.putAll(model);
    }

    private void check(Client tree, NavigableMap<byte[], byte[]> model) {
        for (boolean descending : new boolean[] {false, true}) {
            NavigableMap<byte[], byte[]> found = tree.entries(descending);
            assertThat(found.keySet().toArray(byte[][]::new))
                    .as("seed %d", seed)
                    .isDeepEqualTo(model.keySet().toArray(byte[][]::new));
            assertThat(found.values().toArray(byte[][]::new))
                    .as("seed %d", seed)
                    .isDeepEqualTo(model.values().toArray(byte[][]::new));
        }
        assertThat(tree.tree.verify().faults()).as("seed %d", seed).isEmpty();
        assertThat(tree.tree.verify().entries()).isEqualTo(model.size());
    }

    /** With the inner pages in the cache: one READ, and one batch more to change the leaf. */
    @ParameterizedTest
    @ValueSource(strings = {"sim", "tcp"})
    void shouldGetInOneRoundTripAndPutInTwo(String fabric) throws Throwable {
        try (ContractMachines machines =
                fabric.equals("sim") ? new SimMachines(seed) : new RealMachine(fabric)) {
            machines.run(() -> countRoundTrips(machines));
        }
    }

    private void countRoundTrips(ContractMachines machines) {
        try (ServerPool pool = new ServerPool(machines, 2, 4 * AddressSpace.CHUNK_BYTES);
                IndexClient creator = pool.connect(machines.home());
                Session session = ClientAccess.of(creator.mangrove()).session()) {
            OrderedOptions options = OrderedOptions.of(Design.SHERMAN).withPageSize(PAGE_SIZE);
            OrderedIndexes.create(session, NAME, options);
            try (Client tree = new Client(pool, machines.home(), SHERMAN)) {
                for (int i = 0; i < KEYS; i++) {
                    assertThat(tree.put(key(i), value(i))).isTrue();
                }
                for (int i = 0; i < KEYS; i++) {
                    assertThat(tree.get(key(i))).isEqualTo(value(i));
                }
                long before = tree.roundTrips();
                for (int i = 0; i < KEYS; i++) {
                    assertThat(tree.get(key(i))).isEqualTo(value(i));
                }
                long got = tree.roundTrips();
                for (int i = 0; i < KEYS; i++) {
                    assertThat(tree.put(key(i), value(i + 1))).isFalse();
                }
                long put = tree.roundTrips();
                assertThat(got - before).isEqualTo(KEYS);
                assertThat(put - got).isEqualTo(2L * KEYS);
            }
        }
    }
}
