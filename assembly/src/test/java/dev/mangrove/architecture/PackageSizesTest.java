package dev.mangrove.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** No package has so many files that a reader cannot tell what belongs to it. */
final class PackageSizesTest {
    /** Chosen: about 30 files fit a screen; one or two more are no reason to divide a package. */
    private static final int MOST = 32;

    @TempDir private Path folder;

    @Test
    void shouldBeSmallInAllModules() throws IOException {
        List<Path> sources = ModuleSources.folders();

        assertThat(sources).hasSizeGreaterThan(10);
        assertThat(large(sources)).isEmpty();
    }

    @Test
    void shouldBeSmallInTestsOfAllModules() throws IOException {
        List<Path> tests = ModuleSources.testFolders();

        assertThat(tests).hasSizeGreaterThan(10);
        assertThat(large(tests)).isEmpty();
    }

    @Test
    void shouldBeFoundWhereTheyAreLarge() throws IOException {
        Path small = Files.createDirectory(folder.resolve("small"));
        Path large = Files.createDirectory(folder.resolve("large"));
        for (int i = 0; i <= MOST; i++) {
            Files.createFile(large.resolve("Class" + i + ".java"));
            if (i > 0) {
                Files.createFile(small.resolve("Class" + i + ".java"));
            }
        }
        Files.createFile(small.resolve("package-info.java"));

        assertThat(large(List.of(folder))).containsOnlyKeys(large);
    }

    /** Folders with too many files, and how many. */
    private static Map<Path, Integer> large(List<Path> sources) throws IOException {
        Map<Path, Integer> files = new TreeMap<>();
        for (Path source : sources) {
            try (Stream<Path> all = Files.walk(source)) {
                all.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("package-info.java"))
                        .forEach(file -> files.merge(file.getParent(), 1, Integer::sum));
            }
        }
        files.values().removeIf(number -> number <= MOST);
        return files;
    }
}
