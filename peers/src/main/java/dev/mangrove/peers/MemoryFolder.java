package dev.mangrove.peers;

import dev.mangrove.cli.process.AtEnd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder, on a memory file system if there is one; removed when the process ends. */
public final class MemoryFolder implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Path path;
    private final AtEnd atEnd = AtEnd.run(this::end);
    private volatile Runnable user = () -> {};

    private MemoryFolder(Path path) {
        this.path = path;
    }

    /** Creates an empty folder. */
    public static MemoryFolder create() {
        try {
            Path parent =
                    Files.isWritable(MEMORY)
                            ? MEMORY
                            : Path.of(System.getProperty("java.io.tmpdir"));
            return new MemoryFolder(Files.createTempDirectory(parent, "mangrove-peer-"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a folder for data", e);
        }
    }

    /** The folder's path. */
    public Path path() {
        return path;
    }

    /** Sets the action that ends the folder's user; it runs before the folder is removed. */
    void endsAfter(Runnable endOfUser) {
        user = endOfUser;
    }

    /** Ends the folder's user and removes the folder with its contents. */
    @Override
    public void close() {
        end();
        atEnd.close();
    }

    private synchronized void end() {
        user.run();
        user = () -> {};
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path, e);
        }
    }
}
