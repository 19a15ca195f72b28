package dev.mangrove.check.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of a run's journals, on a memory file system if there is one, so that no client waits
 * for a disk.
 *
 * @param path of the folder, which only this run uses
 */
record JournalFolder(Path path) implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "mangrove-stress";

    /** Creates a folder. */
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

    /** Deletes the folder, after all clients have ended. */
    @Override
    public void close() throws IOException {
        for (Path file : files()) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(path);
    }
}
