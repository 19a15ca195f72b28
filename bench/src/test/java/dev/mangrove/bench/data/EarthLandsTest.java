package dev.mangrove.bench.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

class EarthLandsTest {
    @Test
    void shouldTakeTheSegmentsOfEachRing() throws Exception {
        byte[] map =
                """
                {"type":"GeometryCollection", "geometries": [
                {"type":"MultiPolygon","coordinates":[[[[0,0],[2,1.5],[-1e1,3],[0,0]]],
                [[[5,5],[6,4]]]]}]}
                """
                        .getBytes(StandardCharsets.UTF_8);

        EarthLands lands = EarthLands.parse(new ByteArrayInputStream(map), map.length);

        assertThat(lands.size()).isEqualTo(4);
        assertThat(lands.minX(1)).isEqualTo(-10);
        assertThat(lands.maxX(1)).isEqualTo(2);
        assertThat(lands.minY(1)).isEqualTo(1.5);
        assertThat(lands.maxY(1)).isEqualTo(3);
        assertThat(lands.minX(3)).isEqualTo(5);
        assertThat(lands.minY(3)).isEqualTo(4);
    }
}
