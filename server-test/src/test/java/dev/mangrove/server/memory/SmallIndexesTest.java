package dev.mangrove.server.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
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

import java.util.stream.LongStream;

/** Indexes with few entries use little memory, and their drop frees all of it. */
@OnEveryFabric
final class SmallIndexesTest {
    private static final int CHUNKS = TestSize.FULL ? 8 : 2;
    private static final int INDEXES = 37 * CHUNKS;
    private static final long MEMORY = CHUNKS * AddressSpace.CHUNK_BYTES;

    @RegisterExtension final Pools pools;

    SmallIndexesTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldHoldFarMoreSmallIndexesThanThereAreChunks() {
        MemoryServer server = pools.start(options -> options.withMemoryLimit(MEMORY));
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            Design[] designs = Design.values();
            for (int i = 0; i < INDEXES; i++) {
                OrderedOptions options = OrderedOptions.of(designs[i % designs.length]);
                try (OrderedIndex index = mangrove.createOrdered("small-" + i, options)) {
                    index.put(i, i + 1);
                }
            }
            mangrove.createSpatial("spatial", SpatialOptions.of(SpatialDesign.RSTAR)).close();
            assertThat(session.status(0).memoryUsed()).isLessThanOrEqualTo(MEMORY / 2);
            for (int i = 0; i < INDEXES; i++) {
                try (OrderedIndex index = mangrove.openOrdered("small-" + i)) {
                    assertThat(index.get(i)).hasValue(i + 1);
                }
            }
        }
    }

    @Test
    void shouldGetAllMemoryBackFromDroppedIndexesThatShareChunks() {
        MemoryServer server = pools.start(options -> options.withMemoryLimit(MEMORY));
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            for (int i = 0; i < 20; i++) {
                mangrove.createOrdered("even-" + i, OrderedOptions.of(Design.FINE)).close();
                mangrove.createOrdered("odd-" + i, OrderedOptions.of(Design.FINE)).close();
            }
            long all = session.status(0).memoryUsed();
            for (int i = 0; i < 20; i++) {
                mangrove.drop("even-" + i);
            }
            pools.until(() -> session.status(0).memoryUsed() == all / 2);
            for (int i = 0; i < 20; i++) {
                mangrove.drop("odd-" + i);
            }
            pools.until(() -> session.status(0).memoryUsed() == 0);
        }
    }

    @Test
    void shouldUseTheLastSliceOfMemory() {
        MemoryServer server =
                pools.start(options -> options.withMemoryLimit(AddressSpace.CHUNK_BYTES));
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session();
                OrderedIndex index = mangrove.createOrdered("full", fewEntriesPerSlice())) {
            long[] keys = putUntilFull(index);
            assertThat(session.status(0).memoryUsed()).isEqualTo(AddressSpace.CHUNK_BYTES);
            long[] values = new long[keys.length];
            assertThat(index.getAll(keys, values, new boolean[keys.length])).isEqualTo(keys.length);
            assertThat(values).isEqualTo(keys);
        }
    }

    /** Large pages of few entries, so that few puts fill the memory. */
    private static OrderedOptions fewEntriesPerSlice() {
        return OrderedOptions.of(Design.FINE).withPageSize(4096).withFanout(4);
    }

    /** Keys of an index that has no room for another one; each is its own value. */
    private static long[] putUntilFull(OrderedIndex index) {
        for (long key = 0; ; key++) {
            try {
                index.put(key, key);
            } catch (MemoryExhaustedException e) {
                return LongStream.range(0, key).toArray();
            }
        }
    }
}
