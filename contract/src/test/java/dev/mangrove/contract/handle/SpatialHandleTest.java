package dev.mangrove.contract.handle;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

/** One handle of a spatial index, used by far more threads than it has views. */
final class SpatialHandleTest {
    private static final int OBJECTS = TestSize.FULL ? 20 : TestSize.MATRIX ? 5 : 3;
    private static final int MOST_VIEWS = 64;

    private Mangrove mangrove;

    @BeforeEach
    void start() {
        mangrove = Mangrove.embedded(512L << 20);
    }

    @AfterEach
    void end() {
        mangrove.close();
    }

    @ParameterizedTest
    @CsvSource({"RSTAR, VIRTUAL", "RSTAR, PLATFORM", "HILBERT, VIRTUAL", "BASIC, PLATFORM"})
    void shouldServeMoreThreadsThanItHasViews(SpatialDesign design, Crowd crowd) throws Exception {
        try (SpatialIndex index = mangrove.spatial("all", SpatialOptions.of(design))) {
            crowd.run(thread -> insertMoveAndSearch(index, thread));

            long objects = (long) crowd.threads() * OBJECTS;
            assertThat(index.count(0, 0, crowd.threads(), 1)).isEqualTo(objects);
            assertThat(index.verify().orThrow().objects()).isEqualTo(objects);
            // Besides the views: the sessions of the client and of this question.
            assertThat(ClientAccess.of(mangrove).status(0).connections())
                    .isLessThanOrEqualTo(MOST_VIEWS + 2);
        }
    }

    /** Each thread has objects of its own, in a column of the plane that no other thread enters. */
    private static void insertMoveAndSearch(SpatialIndex index, int thread) {
        byte[] name = ("thread " + thread).getBytes(UTF_8);
        for (int i = 0; i < OBJECTS; i++) {
            long id = (long) thread * OBJECTS + i;
            assertThat(index.insert(id, thread + 0.25, 0, name)).isTrue();
            assertThat(index.upsert(id, thread + 0.5, height(i))).isFalse();
            assertThat(index.get(id)).hasValue(placeOf(thread, i));
            assertThat(index.payload(id)).isEqualTo(name);
        }
        List<Long> nearest = new ArrayList<>();
        try (SpatialCursor cursor = index.nearest(thread + 0.5, 0, OBJECTS)) {
            while (cursor.next()) {
                nearest.add(cursor.id() - (long) thread * OBJECTS);
            }
        }
        assertThat(nearest).hasSize(OBJECTS).isSorted().allMatch(i -> i >= 0 && i < OBJECTS);
        assertThat(index.count(thread + 0.25, 0, thread + 0.5, 1)).isEqualTo(OBJECTS);
    }

    private static Place placeOf(int thread, int i) {
        return new Place(thread + 0.5, height(i), thread + 0.5, height(i));
    }

    /** Less than half of the distance between columns, so that no other thread's is nearer. */
    private static double height(int i) {
        return 0.4 * i / OBJECTS;
    }

    @Test
    void shouldHaveSeveralCursorsAndOperationsAtOnce() {
        try (SpatialIndex index = mangrove.spatial("cursors")) {
            index.insert(1, 1, 1);
            index.insert(2, 2, 2);
            try (SpatialCursor first = index.search(0, 0, 3, 3);
                    SpatialCursor second = index.nearest(2, 2, 2)) {
                assertThat(first.next()).isTrue();
                assertThat(second.next()).isTrue();
                assertThat(index.insert(3, 9, 9)).isTrue();
                assertThat(second.id()).isEqualTo(2);
                assertThat(first.id()).isBetween(1L, 2L);
            }
        }
    }
}
