package dev.mangrove.fabric.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * What this process holds open or mapped, from {@code /proc}; for {@link FabricUnderTest#traces}.
 */
public final class ProcessTraces {
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final Path MAPPED = Path.of("/proc/self/maps");

    private ProcessTraces() {}

    /** Open files and sockets whose name contains a text. */
    public static Set<String> open(String part) {
        Set<String> found = new TreeSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(OPEN)) {
            for (Path descriptor : descriptors) {
                String name = nameOf(descriptor);
                if (name.contains(part)) {
                    found.add("open " + descriptor.getFileName() + " " + name);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** Mapped files whose name contains a text. */
    public static Set<String> mapped(String part) {
        try {
            Set<String> found = new TreeSet<>();
            for (String line : Files.readAllLines(MAPPED)) {
                if (line.contains(part)) {
                    found.add("mapped " + line);
                }
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty when the descriptor was closed meanwhile. */
    private static String nameOf(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
