package dev.mangrove.fabric.verbs.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The file that libibverbs was loaded from. */
final class LibraryFile {
    private static final Path MAPPED = Path.of("/proc/self/maps");

    /** The name of the file ends in the interface's number and the release of rdma-core. */
    private static final Pattern FILE = Pattern.compile("libibverbs\\.so\\.1\\.(\\d+)\\.(\\d+)\\.");

    private LibraryFile() {}

    /** The release of rdma-core, from the file's name. */
    static int release() {
        try (Stream<String> lines = Files.lines(MAPPED)) {
            return lines.map(FILE::matcher)
                    .filter(Matcher::find)
                    .mapToInt(found -> Integer.parseInt(found.group(2)))
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    Libibverbs.missing(
                                            Libibverbs.NAME
                                                    + " is loaded from a file of an unknown"
                                                    + " version"));
        } catch (IOException e) {
            throw Libibverbs.missing(
                    "cannot tell the version of " + Libibverbs.NAME + ": " + e.getMessage());
        }
    }
}
