package dev.mangrove.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The BOM has no parent, so it repeats the parent's values. */
final class BomTest {
    private static final Set<String> NO_ARTIFACTS =
            Set.of(
                    "assembly",
                    "bom",
                    "build",
                    "cli-test",
                    "contract",
                    "contract-ordered",
                    "index-test",
                    "litmus",
                    "server-test");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern MANAGED =
            Pattern.compile("<artifactId>mangrove-([^<]+)</artifactId>\\s*<version>\\$");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>mangrove-\\w+</artifactId>\\s*<version>([^<$]+)<");

    @Test
    void shouldManageEveryModuleOfTheBuild() throws IOException {
        List<String> modules =
                all(MODULE, "pom.xml").stream()
                        .filter(module -> !NO_ARTIFACTS.contains(module))
                        .toList();

        assertThat(all(MANAGED, "bom/pom.xml")).containsExactlyElementsOf(modules);
    }

    @Test
    void shouldHaveTheVersionOfTheParent() throws IOException {
        assertThat(all(VERSION, "bom/pom.xml"))
                .hasSize(1)
                .containsExactlyElementsOf(all(VERSION, "pom.xml"));
    }

    private static List<String> all(Pattern pattern, String file) throws IOException {
        return pattern.matcher(Files.readString(root().resolve(file)))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("mangrove")) ? here : here.getParent();
    }
}
