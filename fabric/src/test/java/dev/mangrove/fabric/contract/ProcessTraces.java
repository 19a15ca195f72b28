package dev.mangrove.fabric.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * Open and mapped files of this process, from {@code /proc}; for {@link FabricUnderTest#traces}.
 */
public final class ProcessTraces {
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final Path MAPPED = Path.of("/proc/self/maps");

    private ProcessTraces() {}

    /** Open files and sockets with a name that contains one of the texts. */
    public static Set<String> open(String... parts) {
        Set<String> found = new TreeSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(OPEN)) {
            for (Path descriptor : descriptors) {
                String name = nameOf(descriptor);
                if (containsAny(name, parts)) {
                    found.add("open " + descriptor.getFileName() + " " + name);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** Mapped files with a name that contains one of the texts. */
    public static Set<String> mapped(String... parts) {
        try {
            Set<String> found = new TreeSet<>();
            for (String line : Files.readAllLines(MAPPED)) {
                if (containsAny(line, parts)) {
                    found.add("mapped " + line);
                }
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean containsAny(String text, String... parts) {
        for (String part : parts) {
            if (text.contains(part)) {
                return true;
            }
        }
        return false;
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
