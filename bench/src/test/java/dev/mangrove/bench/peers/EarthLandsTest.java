package dev.mangrove.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

class EarthLandsTest {
    private static final String MAP =
            "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[-180,-90],[0,0],[180,90]]],"
                    + "[[[0,0],[0,90]],[[36,0],[72.0,0]]]]}";

    @TempDir private Path folder;

    /** An archive of one file. */
    private Path archive(String name, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
        byte[] header = new byte[512];
        byte[] title = name.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(title, 0, header, 0, title.length);
        byte[] size = String.format("%011o", bytes.length).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(size, 0, header, 124, size.length);
        Path file = folder.resolve("map.tgz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(header);
            out.write(Arrays.copyOf(bytes, 1024));
        }
        return file;
    }

    @Test
    void shouldMakeSegmentsOfNeighbouringPoints() throws IOException {
        Path segments = folder.resolve("segments");
        EarthLands.convert(archive("package/map.geo.json", MAP), segments);

        assertThat(Files.size(segments)).isEqualTo(4 * 4 * Double.BYTES);
        double[] borders = new double[16];
        try (DataInputStream in = new DataInputStream(Files.newInputStream(segments))) {
            for (int i = 0; i < borders.length; i++) {
                borders[i] = in.readDouble();
            }
        }
        assertThat(borders)
                .containsExactly(
                        0, 0, 0.5, 0.5, 0.5, 0.5, 1, 1, 0.5, 0.5, 0.5, 1, 0.6, 0.5, 0.7, 0.5);
    }

    @Test
    void shouldRefuseAnArchiveWithoutTheMap() throws IOException {
        Path other = archive("package/other.json", MAP);

        assertThatThrownBy(() -> EarthLands.convert(other, folder.resolve("segments")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("map.geo.json");
    }
}
