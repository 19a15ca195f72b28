package dev.mangrove.server.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The memory of payloads: it is reused, and when it is used up nothing has changed. */
@OnEveryFabric
final class PayloadMemoryTest {
    private static final long SEED = 20261117;
    private static final int OBJECTS = 60;
    private static final int MORE_THAN_FIT = 1_000;

    @RegisterExtension final Pools pools;

    PayloadMemoryTest(String scheme) {
        pools = new Pools(scheme);
    }

    private MemoryServer startSmall() {
        return pools.start(options -> options.withMemoryLimit(AddressSpace.CHUNK_BYTES));
    }

    /** Payloads have 10 KiB on average, so that all of them need a twelfth of the memory. */
    @Test
    void shouldReuseTheMemoryOfPayloadsOfAllLengths() {
        pools.skipAtSmallSizeUnlessOn("shm");
        MemoryServer server = startSmall();
        RandomGenerator random = new SplittableRandom(SEED);
        try (Mangrove client = pools.connect(server);
                SpatialIndex index = client.createSpatial("places")) {
            churn(index, random, 2_000);
            long before = ClientAccess.of(client).status(0).memoryUsed();
            churn(index, random, 6_000);
            assertThat(ClientAccess.of(client).status(0).memoryUsed())
                    .isLessThanOrEqualTo(before + before / 2);
            index.verify().orThrow();
            for (int id = 0; id < OBJECTS; id++) {
                boolean _ = index.delete(id);
            }
            index.verify().orThrow();
            client.drop("places");
            pools.until(() -> ClientAccess.of(client).status(0).memoryUsed() == 0);
        }
    }

    private static void churn(SpatialIndex index, RandomGenerator random, int steps) {
        for (int i = 0; i < steps; i++) {
            long id = random.nextInt(OBJECTS);
            byte[] payload =
                    new byte[random.nextInt(1 + random.nextInt(SpatialIndex.LONGEST_PAYLOAD))];
            switch (random.nextInt(6)) {
                case 0 -> index.delete(id);
                case 1 -> index.setPayload(id, null);
                case 2 -> index.setPayload(id, payload);
                case 3 -> index.insert(id, random.nextDouble(), 0, payload);
                default -> index.upsert(id, random.nextDouble(), 0, payload);
            }
        }
    }

    @Test
    void shouldChangeNothingWhenMemoryHasRunOut() {
        pools.skipAtSmallSizeUnlessOn("shm");
        MemoryServer server = startSmall();
        try (Mangrove client = pools.connect(server);
                SpatialIndex full = client.createSpatial("places")) {
            useUp(full);
        }
    }

    private static void useUp(SpatialIndex full) {
        byte[] longest = new byte[SpatialIndex.LONGEST_PAYLOAD];
        byte[] small = {1, 2, 3};
        full.insert(-1, 5, 5, small);
        long inserted = fill(full, longest);
        assertThat(inserted).isGreaterThan(50);
        assertThat(full.get(inserted)).isEmpty();
        assertThat(full.payload(inserted)).isNull();

        assertThatThrownBy(() -> full.setPayload(-1, longest))
                .isInstanceOf(MemoryExhaustedException.class);
        assertThatThrownBy(() -> full.upsert(-1, 6, 6, longest))
                .isInstanceOf(MemoryExhaustedException.class);
        assertThat(full.get(-1)).contains(new Place(5, 5, 5, 5));
        assertThat(full.payload(-1)).isEqualTo(small);
        SpatialBatch batch = new SpatialBatch();
        batch.setPayload(-1, longest).upsert(-1, 7, 7, 7, 7).delete(0).setPayload(-1, longest);
        assertThat(full.applyAll(batch)).isEqualTo(1);
        assertThat(batch.failure(0)).isInstanceOf(MemoryExhaustedException.class);
        assertThat(batch.result(3)).as("in the place of the deleted one").isTrue();
        assertThat(full.payload(-1)).hasSize(longest.length);
        full.verify().orThrow();
    }

    /** Inserts until memory has run out; returns the number of objects. */
    private static long fill(SpatialIndex index, byte[] payload) {
        long inserted = 0;
        try {
            for (; inserted < MORE_THAN_FIT; inserted++) {
                assertThat(index.insert(inserted, (double) inserted, 0, payload)).isTrue();
            }
            throw new AssertionError("memory does not run out");
        } catch (MemoryExhaustedException e) {
            return inserted;
        }
    }
}
