package dev.mangrove.server.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.Mangrove;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A spatial index that uses up its server's memory, with the one worker that all clients share. */
@OnEveryFabric
final class SpatialMemoryTest {
    private static final int LOADED = 15_000;
    private static final int MORE_THAN_FIT = 60_000;

    /** Changes that a batch makes. */
    private static final int AT_ONCE = 64;

    @RegisterExtension final Pools pools;

    SpatialMemoryTest(String scheme) {
        pools = new Pools(scheme);
    }

    /** One tree by shared memory, unless at full size. */
    private void needSpeed(SpatialDesign design) {
        pools.skipAtSmallSizeUnlessOn("shm");
        assumeTrue(TestSize.FULL || design == SpatialDesign.RSTAR, "slow: -Pfull");
    }

    private MemoryServer startSmall() {
        return pools.start(options -> options.withMemoryLimit(AddressSpace.CHUNK_BYTES));
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldGoOnWhenMemoryHasRunOut(SpatialDesign design) {
        needSpeed(design);
        MemoryServer server = startSmall();
        SpatialOptions options = new SpatialOptions(design, 4);
        try (Mangrove client = pools.connect(server)) {
            try (SpatialIndex index = client.createSpatial("places", options)) {
                assertThat(index.bulkLoad(new Grid(LOADED), Packing.HILBERT, 1)).isEqualTo(LOADED);
                List<Integer> inserted = insertUntilRefused(index);
                assertServed(server, LOADED + inserted.size());
                delete(index, IntStream.range(0, 2_000).boxed().toList());
                delete(index, inserted);
                for (int id = 0; id < 500; id++) {
                    assertThat(index.insert(id, id, -1)).isTrue();
                }
                assertServed(server, LOADED - 1_500);
            }
            client.drop("places");
            pools.until(
                    () ->
                            ClientAccess.of(client).status(0).memoryUsed()
                                    == 0); // All clients must confirm.
            try (SpatialIndex again = client.createSpatial("places", options)) {
                assertThat(again.bulkLoad(new Grid(LOADED), Packing.HILBERT, 1)).isEqualTo(LOADED);
            }
        }
    }

    /**
     * Inserts many objects at once until one is refused, and then one after the other; returns the
     * ids of those inserted.
     */
    private static List<Integer> insertUntilRefused(SpatialIndex index) {
        List<Integer> inserted = new ArrayList<>();
        SpatialBatch batch = new SpatialBatch();
        int next = LOADED;
        while (batch.failed() == 0 && next < MORE_THAN_FIT) {
            batch.clear();
            for (int i = 0; i < AT_ONCE; i++, next++) {
                batch.insert(next, x(next), y(next), x(next), y(next));
            }
            int _ = index.applyAll(batch);
            addInserted(batch, inserted);
        }
        assertThatThrownBy(batch::throwFailure).isInstanceOf(MemoryExhaustedException.class);
        try {
            for (; next < MORE_THAN_FIT; next++) {
                assertThat(index.insert(next, x(next), y(next))).isTrue();
                inserted.add(next);
            }
            throw new AssertionError("memory does not run out");
        } catch (MemoryExhaustedException e) {
            return inserted;
        }
    }

    private static void addInserted(SpatialBatch batch, List<Integer> inserted) {
        for (int i = 0; i < batch.size(); i++) {
            if (batch.failure(i) == null) {
                assertThat(batch.result(i)).isTrue();
                inserted.add(Math.toIntExact(batch.id(i)));
            }
        }
    }

    private static double x(int id) {
        return Math.floorMod(id - LOADED, 100) + 0.5;
    }

    private static double y(int id) {
        return Math.floorDiv(id - LOADED, 100) + 0.5;
    }

    private static void delete(SpatialIndex index, List<Integer> ids) {
        SpatialBatch batch = new SpatialBatch();
        ids.forEach(batch::delete);
        int _ = index.applyAll(batch);
        batch.throwFailure();
        assertThat(batch.met()).isEqualTo(ids.size());
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldGoOnWhenBulkLoadDoesNotFit(SpatialDesign design) {
        needSpeed(design);
        MemoryServer server = startSmall();
        try (Mangrove client = pools.connect(server);
                SpatialIndex index =
                        client.createSpatial("places", new SpatialOptions(design, 4))) {
            for (Packing packing : List.of(Packing.HILBERT, Packing.STR)) {
                assertThatThrownBy(() -> index.bulkLoad(new Grid(MORE_THAN_FIT), packing, 1))
                        .isInstanceOf(MemoryExhaustedException.class);
                assertServed(server, 0);
            }
            assertThat(index.bulkLoad(new Grid(LOADED), Packing.HILBERT, 1)).isEqualTo(LOADED);
            assertServed(server, LOADED);
        }
    }

    /** Asserts that the server serves a new client, which finds a sound tree. */
    private void assertServed(MemoryServer server, long objects) {
        try (Mangrove other = pools.connect(server);
                SpatialIndex index = other.openSpatial("places", SpatialViewOptions.DEFAULT)) {
            assertThat(index.verify().faults()).isEmpty();
            assertThat(index.verify().objects()).isEqualTo(objects);
            assertThat(index.count(-1, -1, 1e6, 1e6)).isEqualTo(objects);
        }
    }

    /** Points in rows of a hundred. */
    private static final class Grid implements SpatialEntries {
        private final int size;
        private int at = -1;

        Grid(int size) {
            this.size = size;
        }

        @Override
        public boolean next() {
            return ++at < size;
        }

        @Override
        public long id() {
            return at;
        }

        @Override
        public double minX() {
            return Math.floorMod(at, 100);
        }

        @Override
        public double minY() {
            return Math.floorDiv(at, 100);
        }

        @Override
        public double maxX() {
            return minX();
        }

        @Override
        public double maxY() {
            return minY();
        }
    }
}
