package dev.mangrove.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Documents name classes and packages that exist, and ARCHITECTURE.md names every package. */
final class DocumentNamesTest {
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern BLOCK = Pattern.compile("```.*?```", Pattern.DOTALL);
    private static final Pattern CLASS =
            Pattern.compile("([a-z.]+\\.)?([A-Z]\\w*[a-z]\\w*)(\\..*)?");
    private static final Pattern DECLARED =
            Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");
    private static final String BASE = "dev/mangrove/";

    /** Classes of the JDK, and words that are no classes. */
    private static final Set<String> OTHERS =
            Set.of(
                    "IllegalArgumentException",
                    "IllegalStateException",
                    "InternalError",
                    "MemorySegment",
                    "NullPointerException",
                    "ServiceLoader",
                    "Test",
                    "Unreleased");

    /** Of all sources, which are read once. */
    private static Set<String> declaredNames = Set.of();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ARCHITECTURE.md",
                "CONTRIBUTING.md",
                "README.md",
                "RELEASING.md",
                "docs/BENCHMARKS.md",
                "docs/RDMA.md",
                "docs/SIMULATOR.md"
            })
    void shouldNameClassesThatExist(String document) throws IOException {
        Set<String> known = declared();
        Set<String> unknown = new TreeSet<>();
        for (String code : codes(document)) {
            var name = CLASS.matcher(code);
            if (name.matches() && !known.contains(name.group(2))) {
                unknown.add(code);
            }
        }
        unknown.removeIf(code -> OTHERS.stream().anyMatch(code::startsWith));
        assertThat(unknown).isEmpty();
    }

    @Test
    void shouldNameEveryPackageInTheArchitecture() throws IOException {
        Set<String> named = new HashSet<>();
        for (String code : codes("ARCHITECTURE.md")) {
            named.add(code.replaceFirst("^dev\\.mangrove\\.", ""));
        }
        Set<String> missing = new TreeSet<>(packages());
        missing.removeAll(named);
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldFindNamesAndPackages() throws IOException {
        assertThat(declared()).contains("DocumentNamesTest", "OrderedIndex");
        assertThat(packages()).contains("fabric", "index.btree.level").doesNotContain("");
        assertThat(codes("ARCHITECTURE.md")).contains("OrderedIndex", "index.page");
    }

    private static synchronized Set<String> declared() throws IOException {
        if (!declaredNames.isEmpty()) {
            return declaredNames;
        }
        Set<String> names = new HashSet<>();
        for (Path source : sources("src")) {
            DECLARED.matcher(Files.readString(source))
                    .results()
                    .forEach(match -> names.add(match.group(1)));
        }
        declaredNames = names;
        return names;
    }

    /** Packages of production code below {@code dev.mangrove}, as in {@code index.page}. */
    private static Set<String> packages() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path source : sources("src/main")) {
            String folder = source.getParent().toString();
            int base = folder.indexOf(BASE);
            if (base >= 0) {
                names.add(folder.substring(base + BASE.length()).replace('/', '.'));
            }
        }
        return names;
    }

    private static List<Path> sources(String below) throws IOException {
        try (Stream<Path> modules = Files.list(root())) {
            return modules.map(module -> module.resolve(below))
                    .filter(Files::isDirectory)
                    .flatMap(DocumentNamesTest::files)
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> codes(String document) throws IOException {
        String text = BLOCK.matcher(Files.readString(root().resolve(document))).replaceAll("");
        return CODE.matcher(text).results().map(match -> match.group(1)).distinct().toList();
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("mangrove")) ? here : here.getParent();
    }
}
