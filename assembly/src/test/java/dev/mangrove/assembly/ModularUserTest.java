package dev.mangrove.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A modular application compiles against the jars that Maven resolves, and sees only the API. */
final class ModularUserTest {
    private static final Pattern KEPT_BACK =
            Pattern.compile("<artifactId>jspecify</artifactId>[^/]*/version>\\s*<scope>provided");

    private static final String MODULE = "module user { requires dev.mangrove.index; }";

    private static final String USER =
            """
            package user;

            import dev.mangrove.Mangrove;
            import dev.mangrove.MangroveException;
            import dev.mangrove.index.ordered.OrderedIndex;
            import dev.mangrove.index.spatial.SpatialIndex;

            final class User {
                long use(String uri) {
                    try (Mangrove mangrove = Mangrove.connect(uri);
                            OrderedIndex keys = mangrove.openOrCreateOrdered("keys");
                            SpatialIndex places = mangrove.openOrCreateSpatial("places")) {
                        return keys.getOrDefault(1, 2) + places.count(0, 0, 1, 1);
                    } catch (MangroveException e) {
                        return -1;
                    }
                }
            }
            """;

    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** What stands around a piece of code of the README, which is the body of a method. */
    private static final String READER =
            """
            package user;

            import static java.nio.charset.StandardCharsets.UTF_8;

            import dev.mangrove.*;
            import dev.mangrove.index.bytes.*;
            import dev.mangrove.index.ordered.*;
            import dev.mangrove.index.spatial.*;

            import java.time.Duration;
            import java.util.*;
            import java.util.concurrent.*;

            abstract class Reader {
                Mangrove mangrove;
                long[] ids;
                double[] x;
                double[] y;

                void read() {
                    BODY
                }
            }
            """;

    @TempDir Path folder;

    @Test
    void shouldCompileAModuleThatUsesTheApi() throws IOException {
        assertThat(compile("User", USER)).isEmpty();
    }

    @Test
    void shouldCompileTheCodeOfTheReadme() throws IOException {
        List<String> codes =
                CODE.matcher(Files.readString(rootPom().resolveSibling("README.md")))
                        .results()
                        .map(code -> code.group(1))
                        .toList();
        assertThat(codes).hasSizeGreaterThan(3);
        for (String code : codes) {
            assertThat(compile("Reader", READER.replace("BODY", code))).as(code).isEmpty();
        }
    }

    @Test
    void shouldHideWhatIsNotForApplications() throws IOException {
        for (String hidden :
                List.of(
                        "access.Pages",
                        "btree.OrderedIndexes",
                        "catalogue.IndexSpec",
                        "page.Page",
                        "policy.AutoPolicy",
                        "rtree.SpatialIndexes",
                        "rtree.tree.RTree",
                        "session.Session",
                        "wire.Status")) {
            assertThat(compile("Intruder", intruder(hidden))).as(hidden).contains("is not visible");
        }
    }

    private static String intruder(String hidden) {
        return "package user; final class Intruder { dev.mangrove.index." + hidden + " it; }";
    }

    /** The compiler's messages; empty on success. */
    private String compile(String name, String text) throws IOException {
        Path module = Files.writeString(folder.resolve("module-info.java"), MODULE);
        Path source = Files.writeString(folder.resolve(name + ".java"), text);
        StringWriter said = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options =
                List.of("-proc:none", "-d", folder.toString(), "--module-path", modulePath());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean good =
                    compiler.getTask(
                                    said,
                                    files,
                                    null,
                                    options,
                                    null,
                                    files.getJavaFileObjects(module, source))
                            .call();
            return good ? "" : "failed: " + said;
        }
    }

    /** The module path of an application that depends on the index, as the poms resolve it. */
    private static String modulePath() throws IOException {
        boolean passedOn = !KEPT_BACK.matcher(Files.readString(rootPom())).find();
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> !path.contains("test-classes") && !path.endsWith("-tests.jar"))
                .filter(
                        path ->
                                path.matches(".*\\b(fabric|index)\\b.*")
                                        || (passedOn && path.contains("jspecify")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path rootPom() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("mangrove"))
                ? here.resolve("pom.xml")
                : here.resolveSibling("pom.xml");
    }
}
