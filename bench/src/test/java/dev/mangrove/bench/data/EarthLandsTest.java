package dev.mangrove.bench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

class EarthLandsTest {
    @Test
    void shouldTakeTheSegmentsOfEachRing() throws Exception {
        byte[] map =
                """
                {"type":"GeometryCollection", "geometries": [
                {"type":"MultiPolygon","coordinates":[[[[0,0],[36,45],[-18e1,9],[0,0]]],
                [[[90,-45],[180,-90]]]]}]}
                """
                        .getBytes(StandardCharsets.UTF_8);

        EarthLands lands = EarthLands.parse(new ByteArrayInputStream(map), map.length);

        assertThat(lands.size()).isEqualTo(4);
        assertThat(lands.minX(1)).isZero();
        assertThat(lands.maxX(1)).isEqualTo(0.6);
        assertThat(lands.minY(1)).isEqualTo(0.55);
        assertThat(lands.maxY(1)).isEqualTo(0.75);
        assertThat(lands.minX(3)).isEqualTo(0.75);
        assertThat(lands.minY(3)).isZero();
    }

    @Test
    void shouldRefuseAnArchiveWithoutTheMap(@TempDir Path folder) throws Exception {
        Path archive = folder.resolve("other.tgz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(archive))) {
            out.write(new byte[1024]);
        }

        assertThatThrownBy(() -> EarthLands.read(archive))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("map.geo.json");
    }
}
