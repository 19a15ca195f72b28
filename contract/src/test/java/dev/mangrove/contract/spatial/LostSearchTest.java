package dev.mangrove.contract.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.AccessMode;
import dev.mangrove.ServerLostException;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server crashes while pages of a client's own search are under way. */
final class LostSearchTest {
    private static final int OBJECTS = 400;

    private final SimPlace place =
            new SimPlace(
                    new Setting(
                            "sim",
                            SpatialDesign.RSTAR,
                            SpatialViewOptions.DEFAULT.withAccess(AccessMode.CLIENT)),
                    1);

    @AfterEach
    void end() {
        place.close();
    }

    @Test
    void shouldCloseTheViewAfterTheSearchHasFailed() throws Exception {
        place.run(
                () -> {
                    SpatialIndex index = filled();
                    SpatialCursor all =
                            index.search(0, 0, OBJECTS, OBJECTS, Relation.INTERSECTS, OBJECTS);
                    assertThat(all.next()).isTrue();
                    place.crashServer();

                    assertThatThrownBy(() -> readToTheEnd(all))
                            .isInstanceOf(ServerLostException.class);
                    assertThatCode(index::close).doesNotThrowAnyException();
                });
    }

    @Test
    void shouldCloseTheCursorAndTheViewInTheMidstOfASearch() throws Exception {
        place.run(
                () -> {
                    SpatialIndex index = filled();
                    SpatialCursor all =
                            index.search(0, 0, OBJECTS, OBJECTS, Relation.INTERSECTS, OBJECTS);
                    assertThat(all.next()).isTrue();
                    place.crashServer();

                    assertThatCode(all::close).doesNotThrowAnyException();
                    assertThatCode(index::close).doesNotThrowAnyException();
                });
    }

    private SpatialIndex filled() {
        SpatialIndex index = place.create(SpatialOptions.of(SpatialDesign.RSTAR).withFanout(8));
        for (int id = 0; id < OBJECTS; id++) {
            assertThat(index.insert(id, id, id, id + 1, id + 1)).isTrue();
        }
        return index;
    }

    private static void readToTheEnd(SpatialCursor cursor) {
        while (cursor.next()) {
            assertThat(cursor.id()).isBetween(0L, (long) OBJECTS);
        }
    }
}
