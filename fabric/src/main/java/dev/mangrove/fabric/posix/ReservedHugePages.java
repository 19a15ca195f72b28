package dev.mangrove.fabric.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Huge pages that an administrator has set aside for hugetlbfs. Regions do not use them: they lie
 * in a memory file system, which has huge pages of its own ({@link HugePageOffer}).
 *
 * @param total pages set aside
 * @param free those of them that nobody uses
 */
public record ReservedHugePages(long total, long free) {
    private static final Path MEMORY = Path.of("/proc/meminfo");

    /** Those of this machine; none where the kernel does not say. */
    public static ReservedHugePages ofMachine() {
        try {
            return of(Files.readAllLines(MEMORY));
        } catch (IOException e) {
            return new ReservedHugePages(0, 0);
        }
    }

    static ReservedHugePages of(List<String> lines) {
        return new ReservedHugePages(
                value(lines, "HugePages_Total:"), value(lines, "HugePages_Free:"));
    }

    private static long value(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length()).trim()))
                .findFirst()
                .orElse(0);
    }
}
