package dev.mangrove.bench.peers;

import dev.mangrove.bench.data.EarthLands;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The coastline segments as a file for all measured processes: four doubles per segment. */
final class SegmentFile {
    private SegmentFile() {}

    /**
     * Returns the file; writes it first if it is missing.
     *
     * @throws IOException if the segments cannot be downloaded
     */
    static Path get() throws IOException {
        Path file = EarthLands.cache().resolve("earth-lands-1m.segments");
        if (!Files.exists(file)) {
            try {
                write(EarthLands.load(), file);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
        return file;
    }

    private static void write(EarthLands lands, Path file) throws IOException {
        Path part = Files.createTempFile(file.getParent(), "segments", ".part");
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(part)))) {
            for (int i = 0; i < lands.size(); i++) {
                out.writeDouble(lands.minX(i));
                out.writeDouble(lands.minY(i));
                out.writeDouble(lands.maxX(i));
                out.writeDouble(lands.maxY(i));
            }
        }
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
