package dev.mangrove.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.fabric.Batch;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.RootSlot;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.lang.foreign.MemorySegment;

/** A name of a dropped index that a new index gets. */
@OnEveryFabric
final class RecreateTest {
    @RegisterExtension final Pools pools;

    RecreateTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldLookAfterAnIndexThatIsCreatedAgainAtOnce() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            mangrove.createOrdered("again", OrderedOptions.of(Design.FINE)).close();
            pools.until(() -> keeperOf(session, "again") != 0);
            mangrove.drop("again");
            mangrove.createOrdered("again", OrderedOptions.of(Design.FINE)).close();

            pools.until(() -> keeperOf(session, "again") != 0);
        }
    }

    @Test
    void shouldLeaveNoNameBehindWhenThereIsNoMemoryForAnIndex() {
        MemoryServer server =
                pools.start(options -> options.withMemoryLimit(AddressSpace.CHUNK_BYTES));
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
            for (Design design : Design.values()) {
                assertOutOfMemory(() -> mangrove.createOrdered("name", OrderedOptions.of(design)));
            }
            assertOutOfMemory(
                    () -> mangrove.createSpatial("name", SpatialOptions.of(SpatialDesign.RSTAR)));
            assertThat(ClientAccess.of(mangrove).indexes()).isEmpty();
            session.freeChunk(chunk);
            mangrove.createOrdered("name", OrderedOptions.of(Design.FINE)).close();
        }
    }

    private static void assertOutOfMemory(Runnable create) {
        assertThatThrownBy(create::run).isInstanceOf(MemoryExhaustedException.class);
    }

    private static long keeperOf(Session session, String name) {
        IndexDescriptor index = session.catalogue().open(name);
        MemorySegment slot = session.allocate(RootSlot.BYTES);
        Batch batch = session.channel(index.rootSlot()).batch(1);
        batch.read(index.rootSlot(), slot, 0, RootSlot.BYTES);
        batch.execute();
        return RootSlot.keeper(slot, 0);
    }
}
