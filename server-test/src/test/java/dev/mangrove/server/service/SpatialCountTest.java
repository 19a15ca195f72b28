package dev.mangrove.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.AccessMode;
import dev.mangrove.Mangrove;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialStatistics;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that counts objects by verbs reads summaries of leaves, not whole leaves. */
@OnEveryFabric
final class SpatialCountTest {
    private static final int EDGE = 200;

    @RegisterExtension final Pools pools;

    SpatialCountTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldReadFewerBytesThanASearchOfTheSameWindow() {
        MemoryServer server = pools.start();
        try (Mangrove client = pools.connect(server)) {
            load(client);
            try (SpatialIndex view = byVerbs(client)) {
                assertThat(view.count(50, 50, 149, 149)).as("warm up").isEqualTo(10_000);
                SpatialStatistics before = view.statistics();
                assertThat(search(view, 50, 50, 149, 149)).isEqualTo(10_000);
                SpatialStatistics searched = view.statistics();
                assertThat(view.count(50, 50, 149, 149)).isEqualTo(10_000);
                SpatialStatistics counted = view.statistics();
                long bytesOfSearch = searched.bytesRead() - before.bytesRead();
                long bytesOfCount = counted.bytesRead() - searched.bytesRead();
                assertThat(2 * bytesOfCount)
                        .as("bytes: count=%d, search=%d", bytesOfCount, bytesOfSearch)
                        .isLessThan(bytesOfSearch);
                assertThat(counted.roundTrips() - searched.roundTrips())
                        .as("round trips of a count and of a search")
                        .isLessThan(searched.roundTrips() - before.roundTrips());
            }
        }
    }

    @Test
    void shouldCountTheSameAsASearchFinds() {
        MemoryServer server = pools.start();
        try (Mangrove client = pools.connect(server)) {
            load(client);
            try (SpatialIndex view = byVerbs(client)) {
                for (int i = 0; i < 40; i++) {
                    double x = i * 37 % EDGE - 10.5;
                    double y = i * 91 % EDGE - 10.5;
                    double width = i * 13 % 120;
                    assertThat(view.count(x, y, x + width, y + 70))
                            .as("from %s, %s; width %s", x, y, width)
                            .isEqualTo(search(view, x, y, x + width, y + 70));
                }
                for (long id = 0; id < EDGE; id++) {
                    assertThat(view.delete(id * 7)).isTrue();
                }
                assertThat(view.count(-1, -1, EDGE, EDGE)).isEqualTo(EDGE * EDGE - EDGE);
            }
        }
    }

    /** Such a page is longer than a row that a guard may have. */
    @Test
    void shouldReadPagesOfManyEntries() {
        MemoryServer server = pools.start();
        try (Mangrove client = pools.connect(server)) {
            load(client, SpatialOptions.of(SpatialDesign.RSTAR).withFanout(140));
            try (SpatialIndex view = byVerbs(client)) {
                assertThat(search(view, 50, 50, 149, 149)).isEqualTo(10_000);
                assertThat(view.count(50, 50, 149, 149)).isEqualTo(10_000);
                assertThat(view.insert(EDGE * EDGE, 60, 60, 61, 61)).isTrue();
                assertThat(search(view, 50, 50, 149, 149)).isEqualTo(10_001);
            }
        }
    }

    private static void load(Mangrove client) {
        load(client, SpatialOptions.of(SpatialDesign.RSTAR));
    }

    private static void load(Mangrove client, SpatialOptions options) {
        try (SpatialIndex index = client.createSpatial("places", options)) {
            assertThat(index.bulkLoad(new Grid(), Packing.STR, 0.9)).isEqualTo(EDGE * EDGE);
        }
    }

    private static SpatialIndex byVerbs(Mangrove client) {
        return client.openSpatial(
                "places",
                SpatialViewOptions.DEFAULT.withAccess(AccessMode.CLIENT).withInPlace(false));
    }

    private static long search(
            SpatialIndex view, double minX, double minY, double maxX, double maxY) {
        long found = 0;
        try (SpatialCursor cursor = view.search(minX, minY, maxX, maxY)) {
            while (cursor.next()) {
                found++;
            }
        }
        return found;
    }

    /** Points of a grid. */
    private static final class Grid implements SpatialEntries {
        private int at = -1;

        @Override
        public boolean next() {
            return ++at < EDGE * EDGE;
        }

        @Override
        public long id() {
            return at;
        }

        @Override
        public double minX() {
            return at % EDGE;
        }

        @Override
        public double minY() {
            return Math.floorDiv(at, EDGE);
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
