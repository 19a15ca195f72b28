package dev.mangrove.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory this machine has, as Linux says it. */
final class MachineMemory {
    private static final Path FILE = Path.of("/proc/meminfo");
    private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s*([0-9]{1,15}) kB");

    private MachineMemory() {}

    /** Bytes, or 0 where it is not known. */
    static long bytes() {
        try {
            return total(Files.readAllLines(FILE));
        } catch (IOException e) {
            return 0;
        }
    }

    static long total(List<String> lines) {
        for (String line : lines) {
            Matcher found = TOTAL.matcher(line);
            if (found.matches()) {
                return Long.parseLong(found.group(1)) << 10;
            }
        }
        return 0;
    }
}
