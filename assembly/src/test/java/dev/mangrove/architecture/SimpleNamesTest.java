package dev.mangrove.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * No two top-level types of the modules have the same simple name, so that a name means one thing.
 * Looks at files, as the assembly has not the classes of all modules.
 */
class SimpleNamesTest {
    private static final Path VIOLATIONS =
            Path.of("assembly/src/test/java/dev/mangrove/architecture/violations");
    private static final Set<String> OF_EVERY_PACKAGE =
            Set.of("package-info.java", "module-info.java");

    @Test
    void shouldBeUniqueAmongAllModules() throws IOException {
        List<Path> sources = ModuleSources.folders();

        assertThat(sources).hasSizeGreaterThan(10);
        assertThat(twice(sources)).isEmpty();
    }

    @Test
    void shouldBeFoundWhereTheyAreTheSame() throws IOException {
        assertThat(twice(List.of(ModuleSources.root().resolve(VIOLATIONS))))
                .containsExactlyInAnyOrder("LooksUp.java", "Neighbour.java");
    }

    /** Names of files that are in more than one folder. */
    private static Set<String> twice(List<Path> folders) throws IOException {
        Set<String> known = new HashSet<>(OF_EVERY_PACKAGE);
        Set<String> twice = new HashSet<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java") && !known.add(name))
                        .forEach(twice::add);
            }
        }
        twice.removeAll(OF_EVERY_PACKAGE);
        return twice;
    }
}
