package dev.mangrove.server.death;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.AccessMode;
import dev.mangrove.Mangrove;
import dev.mangrove.ServerLostException;
import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.fixture.ServerMain;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A server dies while it changes a page; the page's stamp then says for ever that a change is in
 * progress.
 */
@OnEveryFabric
final class SpatialDeathTest {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    private static final long MAGIC = 0x4D52;
    private static final int MAGIC_SHIFT = 48;
    private static final int LINE = 64;
    private static final long BUSY = 1;
    private static final int ANCHOR_LEVEL = 0xFF;
    private static final int LOOKED_THROUGH = 1 << 18;

    @RegisterExtension final Pools pools;

    SpatialDeathTest(String scheme) {
        pools = new Pools(scheme);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndASearchWhenTheServerDiesWithinAChange(boolean inPlace) throws Exception {
        try (ChildJvm server = ChildJvm.start(ServerMain.class, pools.location().toString());
                Mangrove mangrove = pools.connect(URI.create(server.readLine()))) {
            SpatialOptions options = SpatialOptions.of(SpatialDesign.RSTAR);
            try (SpatialIndex index = mangrove.createSpatial("tree", options)) {
                assertThat(index.insert(1, 0, 0)).isTrue();
            }
            try (Session session = ClientAccess.of(mangrove).session()) {
                assertThat(leaveBusy(session)).isPositive();
            }
            CompletableFuture<Long> search =
                    CompletableFuture.supplyAsync(() -> count(mangrove, inPlace));
            Pools.sleep(Duration.ofMillis(200));
            assertThat(search).isNotDone();

            server.signal("KILL");

            assertThat(search)
                    .failsWithin(Pools.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(ServerLostException.class);
        }
    }

    private static long count(Mangrove mangrove, boolean inPlace) {
        SpatialViewOptions view =
                SpatialViewOptions.DEFAULT.withAccess(AccessMode.CLIENT).withInPlace(inPlace);
        try (SpatialIndex index = mangrove.openSpatial("tree", view)) {
            return index.count(-1, -1, 1, 1);
        }
    }

    /** Marks all pages of trees as being changed; returns their number. */
    private static int leaveBusy(Session session) {
        int region = AddressSpace.regionId(0, AddressSpace.CHUNK_REGION);
        long start = Address.of(region, AddressSpace.FIRST_CHUNK);
        int bytes = LOOKED_THROUGH;
        MemorySegment buffer = session.allocate(bytes);
        Batch batch = session.channel(start).batch(1);
        batch.read(start, buffer, 0, bytes);
        batch.execute();
        int pages = 0;
        for (int line = 0; line < bytes; line += LINE) {
            long kind = buffer.get(WORD, line + Long.BYTES);
            if (kind >>> MAGIC_SHIFT == MAGIC && (int) (kind >>> 32 & 0xFF) != ANCHOR_LEVEL) {
                buffer.set(WORD, line, buffer.get(WORD, line) | BUSY);
                batch.clear().write(start + line, buffer, line, Long.BYTES);
                batch.execute();
                pages++;
            }
        }
        return pages;
    }
}
