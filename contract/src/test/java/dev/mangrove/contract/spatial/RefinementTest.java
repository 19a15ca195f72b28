package dev.mangrove.contract.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.AccessMode;
import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Secret;
import dev.mangrove.index.spatial.Refinement;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Server and client refine searches with the same result. */
class RefinementTest {
    private static final Secret SECRET = Secret.of("of this test");
    private static final int OBJECTS = 500;
    private static final Refinement EVEN = (id, minX, minY, maxX, maxY) -> id % 2 == 0;

    private MemoryServer server;
    private Mangrove client;

    @BeforeEach
    void start() {
        server =
                MemoryServer.start(
                        ServerOptions.at(URI.create("tcp://127.0.0.1:0"))
                                .withMemoryLimit(128L << 20)
                                .withSecret(SECRET),
                        List.of(refinements -> refinements.add("even", EVEN)));
        client =
                Mangrove.connect(
                        server.uris().getFirst(), ConnectOptions.DEFAULT.withSecret(SECRET));
        try (SpatialIndex index =
                client.createSpatial("refined", SpatialOptions.of(SpatialDesign.RSTAR))) {
            for (int id = 0; id < OBJECTS; id++) {
                assertThat(index.insert(id, id, id)).isTrue();
            }
        }
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(AccessMode.class)
    void shouldKeepTheSameObjectsWhereverTheSearchRuns(AccessMode access) {
        SpatialViewOptions view =
                SpatialViewOptions.DEFAULT.withAccess(access).withRefinement("even", EVEN);
        try (SpatialIndex index = client.openSpatial("refined", view)) {
            for (int i = 0; i < 10; i++) {
                assertThat(ids(index, Long.MAX_VALUE)).isEqualTo(evenUpTo(100));
                assertThat(ids(index, 7)).hasSize(7).isSubsetOf(evenUpTo(100));
            }
        }
    }

    @Test
    void shouldRefuseARefinementThatTheServerDoesNotHave() {
        SpatialViewOptions view = SpatialViewOptions.DEFAULT.withRefinement("odd", EVEN);

        assertThatThrownBy(() -> client.openSpatial("refined", view))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("odd");
    }

    private static Set<Long> ids(SpatialIndex index, long limit) {
        Set<Long> ids = new TreeSet<>();
        try (SpatialCursor cursor = index.search(0, 0, 100, 100, Relation.INTERSECTS, limit)) {
            while (cursor.next()) {
                assertThat(ids.add(cursor.id())).isTrue();
            }
        }
        return ids;
    }

    private static Set<Long> evenUpTo(long last) {
        return LongStream.rangeClosed(0, last)
                .filter(id -> id % 2 == 0)
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
