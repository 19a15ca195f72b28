package dev.mangrove.check.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where journals are while a run lasts: in memory where the system offers it, so that no client
 * ever waits for a disk.
 *
 * @param path the folder, which is this run's alone
 */
record JournalFolder(Path path) implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "mangrove-stress";

    /** A new one. */
    static JournalFolder create() throws IOException {
        return new JournalFolder(
                Files.isWritable(MEMORY)
                        ? Files.createTempDirectory(MEMORY, PREFIX)
                        : Files.createTempDirectory(PREFIX));
    }

    /** All journals. */
    List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.sorted().toList();
        }
    }

    /** Deletes all; clients have ended. */
    @Override
    public void close() throws IOException {
        for (Path file : files()) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(path);
    }
}
