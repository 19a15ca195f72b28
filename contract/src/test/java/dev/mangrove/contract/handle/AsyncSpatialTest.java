package dev.mangrove.contract.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.IndexNotFoundException;
import dev.mangrove.Mangrove;
import dev.mangrove.index.spatial.AsyncSpatial;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialObject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Operations of a spatial handle as futures. */
final class AsyncSpatialTest {
    private static final int OBJECTS = 3_000;

    private Mangrove mangrove;

    @BeforeEach
    void start() {
        mangrove = Mangrove.embedded(256L << 20);
    }

    @AfterEach
    void end() {
        mangrove.close();
    }

    @Test
    void shouldCompleteFarMoreOperationsThanItHasViews() throws Exception {
        try (SpatialIndex index = mangrove.spatial("async")) {
            AsyncSpatial async = index.async();
            List<CompletableFuture<Boolean>> inserts = new ArrayList<>();
            for (int id = 0; id < OBJECTS; id++) {
                byte[] payload = {(byte) id};
                inserts.add(async.insert(id, id, id, id, id, payload));
                payload[0]++; // The operation has a copy.
            }
            for (CompletableFuture<Boolean> insert : inserts) {
                assertThat(insert.get(1, TimeUnit.MINUTES)).isTrue();
            }
            assertThat(async.count(0, 0, OBJECTS, OBJECTS).join()).isEqualTo(OBJECTS);
            assertThat(async.payload(77).join()).containsExactly(77);
            index.verify().orThrow();
        }
    }

    @Test
    void shouldDoAsTheHandleDoes() {
        try (SpatialIndex index = mangrove.spatial("async")) {
            AsyncSpatial async = index.async();
            byte[] some = {1, 2};
            assertThat(async.insert(1, 0, 0, 1, 1).join()).isTrue();
            assertThat(async.update(2, 0, 0, 1, 1).join()).isFalse();
            assertThat(async.update(1, 2, 2, 3, 3).join()).isTrue();
            assertThat(async.get(1).join()).contains(new Place(2, 2, 3, 3));
            assertThat(async.payload(1).join()).isNull();
            assertThat(async.setPayload(1, some).join()).isTrue();
            assertThat(async.upsert(1, 4, 4, 4, 4).join()).isFalse();
            assertThat(async.payload(1).join()).isEqualTo(some);
            assertThat(async.upsert(2, 4, 4, 4, 4, some).join()).isTrue();
            assertThat(async.setPayload(2, null).join()).isTrue();
            SpatialBatch batch = async.applyAll(new SpatialBatch().delete(2).delete(3)).join();
            assertThat(batch.met()).isOne();
            assertThat(async.delete(1).join()).isTrue();
            assertThat(async.count(-9, -9, 9, 9).join()).isZero();
        }
    }

    @Test
    void shouldListWhatSearchesFind() {
        try (SpatialIndex index = mangrove.spatial("async")) {
            AsyncSpatial async = index.async();
            byte[] some = {1, 2};
            for (int id = 0; id < 10; id++) {
                assertThat(async.insert(id, id, 0, id, 0, some).join()).isTrue();
            }
            assertThat(async.search(2, -1, 4, 1, Relation.INTERSECTS, 9).join())
                    .allMatch(object -> object.payload() == null)
                    .extracting(SpatialObject::id)
                    .containsExactlyInAnyOrder(2L, 3L, 4L);
            assertThat(async.search(0, 0, 9, 9, Relation.WITHIN, 2).join()).hasSize(2);
            SpatialObject found =
                    async.searchWithPayloads(7, 0, 7, 0, Relation.INTERSECTS, 9).join().getFirst();
            assertThat(found.payload()).isEqualTo(some);
            assertThat(found.place()).isEqualTo(new Place(7, 0, 7, 0));
            assertThat(async.nearest(8.4, 0, 3).join())
                    .extracting(SpatialObject::id)
                    .containsExactly(8L, 9L, 7L);
            SpatialObject nearest = async.nearestWithPayloads(-3, 4, 1).join().getFirst();
            assertThat(nearest.id()).isZero();
            assertThat(nearest.distance()).isEqualTo(5);
            assertThat(nearest.payload()).isEqualTo(some);
            assertThat(async.getAll(3, 30).join()).containsExactly(new Place(3, 0, 3, 0), null);
            assertThat(async.payloads(30, 3).join()).isDeepEqualTo(new byte[][] {null, some});
            assertThatThrownBy(() -> async.search(0, 0, 1, 1, Relation.WITHIN, -1).join())
                    .hasCauseInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldFailTheFutureOfAnOperationThatFails() {
        try (SpatialIndex index = mangrove.spatial("async")) {
            AsyncSpatial async = index.async();
            byte[] tooLong = new byte[SpatialIndex.LONGEST_PAYLOAD + 1];
            assertThatThrownBy(() -> async.insert(1, 0, 0, 0, 0, tooLong).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(IllegalArgumentException.class);
            mangrove.drop("async");
            assertThatThrownBy(() -> async.insert(1, 0, 0, 0, 0, new byte[1]).join())
                    .hasCauseInstanceOf(IndexNotFoundException.class);
        }
    }

    @Test
    void shouldReferAViewToAHandle() {
        try (SpatialIndex view = mangrove.createSpatial("view")) {
            assertThatThrownBy(view::async)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("Mangrove.spatial");
        }
    }
}
