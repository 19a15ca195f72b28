package dev.mangrove.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The module graph of {@code serve}: no laboratory, no plotting, no other system. */
final class ProductModulesTest {
    @Test
    void shouldNeedNothingButTheProduct() {
        assertThat(resolve("dev.mangrove.cli"))
                .containsExactly(
                        "dev.mangrove.cli",
                        "dev.mangrove.fabric",
                        "dev.mangrove.index",
                        "dev.mangrove.server",
                        "info.picocli",
                        "java.base",
                        "java.logging",
                        "jdk.net");
    }

    @Test
    void shouldSeeWhatTheLaboratoryBringsAlong() {
        assertThat(resolve("dev.mangrove.bench")).contains("dev.mangrove.sim", "java.desktop");
    }

    private static Set<String> resolve(String root) {
        Configuration configuration =
                Configuration.resolve(
                        ModuleFinder.of(classPath()),
                        List.of(ModuleLayer.boot().configuration()),
                        ModuleFinder.ofSystem(),
                        List.of(root));
        return configuration.modules().stream()
                .flatMap(ProductModulesTest::withRequired)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A module and the modules that it requires. */
    private static Stream<String> withRequired(ResolvedModule module) {
        Stream<String> required =
                module.reference().descriptor().requires().stream()
                        .filter(each -> !each.modifiers().contains(Requires.Modifier.STATIC))
                        .map(Requires::name);
        return Stream.concat(Stream.of(module.name()), required);
    }

    private static Path[] classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.toFile().exists())
                .filter(path -> !path.toString().contains("test-classes"))
                .toArray(Path[]::new);
    }
}
