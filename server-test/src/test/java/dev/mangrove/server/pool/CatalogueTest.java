package dev.mangrove.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.IndexNotFoundException;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.catalogue.RootSlot;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.session.Catalogue;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.ClientMain;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The catalogue as clients see it. */
@OnEveryFabric
final class CatalogueTest {
    @RegisterExtension final Pools pools;

    CatalogueTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldShowAllClientsWhatOneCreates() {
        MemoryServer server = pools.start();
        try (Mangrove one = pools.connect(server);
                Mangrove two = pools.connect(server);
                Session creator = ClientAccess.of(one).session();
                Session reader = ClientAccess.of(two).session()) {
            IndexSpec spec =
                    IndexSpec.of("ships", IndexKind.SPATIAL, "hilbert").withOption("fanout", "30");
            IndexDescriptor created = creator.catalogue().create(spec);
            assertThat(created.spec()).isEqualTo(spec);
            assertThat(reader.catalogue().open("ships")).isEqualTo(created);
            assertThat(ClientAccess.of(two).indexes()).containsExactly(created);
            assertThat(reader.catalogue().find("boats")).isEmpty();
            reader.catalogue().drop("ships");
            assertThat(ClientAccess.of(one).indexes()).isEmpty();
        }
    }

    @Test
    void shouldListTheNamesOfIndexesInOrder() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server)) {
            assertThat(mangrove.indexNames()).isEmpty();
            mangrove.createSpatial("ships").close();
            mangrove.createOrdered("prices").close();
            assertThat(mangrove.indexNames()).containsExactly("prices", "ships");
        }
    }

    @Test
    void shouldSayWhatIsWrong() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            Catalogue catalogue = session.catalogue();
            IndexSpec spec = IndexSpec.of("a", IndexKind.ORDERED, "fine");
            catalogue.create(spec);
            assertRefused(() -> catalogue.create(spec), Status.EXISTS, "index a exists already");
            assertRefused(() -> catalogue.open("b"), Status.NOT_FOUND, "no index b");
            assertRefused(() -> catalogue.drop("b"), Status.NOT_FOUND, "no index b");
            assertThatThrownBy(() -> catalogue.open("no/name"))
                    .isInstanceOf(IllegalArgumentException.class);
            WireWriter badName = new WireWriter().putText("no/name");
            assertRefused(
                    () -> session.link(0).admin().execute(MessageKind.OPEN_INDEX, badName),
                    Status.INVALID,
                    "an index name is");
            WireWriter cut = new WireWriter().putInt(77);
            assertRefused(
                    () -> session.link(0).admin().execute(MessageKind.CREATE_INDEX, cut),
                    Status.MALFORMED,
                    "");
        }
    }

    @Test
    void shouldGiveARootSlotThatChangesByVerbsAndTellsItsGeneration() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            IndexDescriptor index =
                    session.catalogue().create(IndexSpec.of("a", IndexKind.ORDERED, "fine"));
            long root = index.rootSlot() + RootSlot.ROOT_OFFSET;
            Batch batch = session.channel(root).batch(2);
            batch.compareAndSwap(root, 0, 4711);
            batch.execute();
            MemorySegment slot = readSlot(session, index);
            assertThat(RootSlot.root(slot, 0)).isEqualTo(4711);
            assertThat(RootSlot.generation(slot, 0)).isEqualTo(index.generation());
            session.catalogue().drop("a");
            slot = readSlot(session, index);
            assertThat(RootSlot.root(slot, 0)).isZero();
            assertThat(RootSlot.generation(slot, 0)).isNotEqualTo(index.generation());
        }
    }

    @Test
    void shouldFreeTheChunksOfADroppedIndexOnAllServers() {
        MemoryServer first = pools.start();
        pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = pools.connect(first);
                Session session = ClientAccess.of(mangrove).session()) {
            IndexDescriptor index =
                    session.catalogue().create(IndexSpec.of("a", IndexKind.ORDERED, "fine"));
            Mangrove builder = pools.connect(first);
            try (Session other = ClientAccess.of(builder).session()) {
                for (int i = 0; i < 4; i++) {
                    other.allocateChunk(i % 2, ChunkOwner.of(index));
                }
            }
            builder.close();
            for (int server = 0; server < 2; server++) {
                assertThat(session.status(server).memoryUsed())
                        .isEqualTo(2 * AddressSpace.CHUNK_BYTES);
            }
            session.catalogue().drop("a");
            pools.until(() -> session.status(0).memoryUsed() == 0);
            pools.until(() -> session.status(1).memoryUsed() == 0);
            for (int i = 0; i < 2; i++) {
                int server = i;
                assertRefused(
                        () -> session.allocateChunk(server, ChunkOwner.of(index)),
                        Status.NOT_FOUND,
                        "no index with id " + index.id());
                assertThat(session.status(server).memoryUsed()).isZero();
            }
        }
    }

    @Test
    void shouldKeepOldViewsFromNewIndexesWhenAllSlotsHaveBeenUsed() {
        assumeTrue(TestSize.FULL || pools.scheme().equals("shm"), "slow: -Pfull");
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session();
                OrderedIndex oldOrdered = ordered(mangrove);
                SpatialIndex oldSpatial = spatial(mangrove)) {
            List<IndexDescriptor> before = ClientAccess.of(mangrove).indexes();
            mangrove.drop("ordered");
            mangrove.drop("spatial");
            useAllSlots(session.catalogue());

            try (OrderedIndex newOrdered = ordered(mangrove);
                    SpatialIndex newSpatial = spatial(mangrove)) {
                assertThat(ClientAccess.of(mangrove).indexes())
                        .extracting(IndexDescriptor::rootSlot)
                        .isEqualTo(before.stream().map(IndexDescriptor::rootSlot).toList());
                assertDropped(() -> oldOrdered.put(1, 4711));
                assertDropped(() -> oldOrdered.delete(1));
                assertDropped(() -> oldOrdered.get(1));
                assertDropped(() -> oldSpatial.insert(2, 0, 0, 1, 1));
                assertDropped(() -> oldSpatial.delete(1));
                assertDropped(() -> oldSpatial.count(0, 0, 1, 1));
                assertThat(newOrdered.get(1)).hasValue(1);
                assertThat(newSpatial.count(0, 0, 1, 1)).isEqualTo(1);
            }
        }
    }

    private static OrderedIndex ordered(Mangrove mangrove) {
        OrderedIndex index = mangrove.createOrdered("ordered", OrderedOptions.of(Design.FINE));
        index.put(1, 1);
        return index;
    }

    private static SpatialIndex spatial(Mangrove mangrove) {
        SpatialIndex index =
                mangrove.createSpatial("spatial", SpatialOptions.of(SpatialDesign.RSTAR));
        index.insert(1, 0, 0, 1, 1);
        return index;
    }

    /** Creates and drops indexes until each slot has been used. */
    private static void useAllSlots(Catalogue catalogue) {
        long last = AddressSpace.SLOTS_END - AddressSpace.SLOT_BYTES;
        IndexDescriptor created;
        do {
            created = catalogue.create(IndexSpec.of("t", IndexKind.ORDERED, "fine"));
            catalogue.drop("t");
        } while (Address.offset(created.rootSlot()) != last);
    }

    private static void assertDropped(Runnable use) {
        assertThatThrownBy(use::run).isInstanceOf(IndexNotFoundException.class);
    }

    @Test
    void shouldListMoreIndexesThanOneMessageHolds() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            List<String> names = new ArrayList<>();
            for (int i = 100; i < 500; i++) {
                names.add("index-" + i);
                session.catalogue()
                        .create(
                                IndexSpec.of("index-" + i, IndexKind.ORDERED, "fine")
                                        .withOption("note", "x".repeat(1000)));
            }
            assertThat(session.catalogue().list())
                    .extracting(IndexDescriptor::name)
                    .isEqualTo(names);
        }
    }

    @Test
    void shouldLetOneProcessWinEachName() {
        MemoryServer server = pools.start();
        String uri = pools.uri(server).toString();
        try (ChildJvm one = ChildJvm.start(ClientMain.class, uri, "race", "200");
                ChildJvm two = ChildJvm.start(ClientMain.class, uri, "race", "200")) {
            List<ChildJvm> racers = List.of(one, two);
            racers.forEach(ChildJvm::readLine);
            racers.forEach(ChildJvm::go);
            int won = racers.stream().mapToInt(racer -> Integer.parseInt(racer.readLine())).sum();
            assertThat(won).isEqualTo(200);
        }
    }

    private static MemorySegment readSlot(Session session, IndexDescriptor index) {
        MemorySegment slot = session.allocate(RootSlot.BYTES);
        Batch batch = session.channel(index.rootSlot()).batch(1);
        batch.read(index.rootSlot(), slot, 0, RootSlot.BYTES);
        batch.execute();
        return slot;
    }

    private static void assertRefused(Runnable request, Status status, String why) {
        assertThatThrownBy(request::run)
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.status()).isEqualTo(status))
                .hasMessageContaining("server ")
                .hasMessageContaining(why);
    }
}
