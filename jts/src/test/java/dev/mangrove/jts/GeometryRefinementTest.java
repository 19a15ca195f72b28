package dev.mangrove.jts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

class GeometryRefinementTest {
    private static final Geometry DIAGONAL =
            new GeometryFactory()
                    .createLineString(
                            new Coordinate[] {new Coordinate(0, 0), new Coordinate(10, 10)});

    private final GeometryRefinement refinement =
            new GeometryRefinement(id -> id == 1 ? DIAGONAL : null);

    @Test
    void shouldKeepWhatTheWindowMeets() {
        assertThat(refinement.keeps(1, 4, 4, 6, 6)).isTrue();
        assertThat(refinement.keeps(1, 5, 5, 5, 5)).isTrue();
    }

    @Test
    void shouldLeaveOutWhatOnlyTheRectangleMeets() {
        assertThat(refinement.keeps(1, 8, 1, 9, 2)).isFalse();
    }

    @Test
    void shouldLeaveOutWhatHasNoGeometry() {
        assertThat(refinement.keeps(2, 0, 0, 10, 10)).isFalse();
    }
}
