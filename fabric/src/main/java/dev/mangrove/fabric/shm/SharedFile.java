package dev.mangrove.fabric.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Maps files into memory. */
final class SharedFile {
    private SharedFile() {}

    /** Gives a file its length and maps it. */
    static MemorySegment mapNew(Path path, long bytes, Arena arena) throws IOException {
        try (FileChannel file = open(path)) {
            return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        }
    }

    /** Maps a whole file that must have at least the given length. */
    static MemorySegment mapExisting(Path path, long leastBytes, Arena arena) throws IOException {
        try (FileChannel file = open(path)) {
            if (file.size() < leastBytes) {
                throw new IOException(
                        path + " is cut off: " + file.size() + " of " + leastBytes + " bytes");
            }
            return file.map(FileChannel.MapMode.READ_WRITE, 0, file.size(), arena);
        }
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }
}
