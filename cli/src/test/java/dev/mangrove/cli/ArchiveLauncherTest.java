package dev.mangrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The archive's launcher finds the runtime in its folder, and uses no other program. */
final class ArchiveLauncherTest {
    private static final Path LAUNCHER = Path.of("..", "build", "archive", "launcher");
    private static final String MODULE = "--module dev.mangrove.cli/dev.mangrove.cli.Main ";

    @TempDir private Path folder;
    private Path home;
    private Path script;

    @BeforeEach
    void unpack() throws IOException {
        home = folder.toRealPath().resolve("mangrove 1.0");
        script = home.resolve("bin/mangrove");
        Files.createDirectories(script.getParent());
        Files.copy(LAUNCHER, script);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        // Writes the requested cache, or prints its options.
        Shell.write(
                home.resolve("runtime/bin/java"),
                """
                case $1 in
                    -XX:AOTCacheOutput=*) echo cache >"${1#*=}" ;;
                    *) echo "$@" ;;
                esac
                """);
    }

    @Test
    void shouldStartTheRuntimeWithoutAPath() throws Exception {
        assertThat(run(Map.of("PATH", ""), "status", "shm:main"))
                .endsWith(MODULE + "status shm:main");
        assertThat(run(Map.of("PATH", "/none"), "status", "shm:main"))
                .endsWith(MODULE + "status shm:main");
        assertThat(run(Map.of(), "status", "shm:main")).endsWith(MODULE + "status shm:main");
    }

    @Test
    void shouldFindTheRuntimeThroughLinks() throws Exception {
        Path links = Files.createDirectory(folder.resolve("links"));
        Files.createSymbolicLink(links.resolve("absolute"), script);
        Path link = Files.createSymbolicLink(links.resolve("mangrove"), Path.of("absolute"));

        Shell.Result result = Shell.run(Map.of("PATH", ""), List.of(link.toString(), "doctor"));

        assertThat(result.output()).endsWith(MODULE + "doctor");
    }

    @Test
    void shouldPassOptionsToTheJvmAndArgumentsToTheCommand() throws Exception {
        String output = run(Map.of("MANGROVE_JAVA_OPTS", "-Xmx1g -Xlog:gc*"), "demo", "a  b*");

        assertThat(output).contains("-Xmx1g -Xlog:gc* " + MODULE).endsWith("demo a  b*");
    }

    @Test
    void shouldRecordOneCacheAndUseIt() throws Exception {
        String first = run(Map.of(), "demo");
        String second = run(Map.of(), "demo");

        Path cache = onlyCache();
        assertThat(cache).hasContent("cache\n");
        assertThat(first).startsWith("-XX:AOTCache=" + cache + " ");
        assertThat(second).isEqualTo(first);
    }

    @Test
    void shouldSayWhatToDoWhenTheRuntimeIsMissing() throws Exception {
        Files.delete(home.resolve("runtime/bin/java"));

        Shell.Result result = Shell.run(Map.of(), List.of(script.toString(), "demo"));

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.output())
                .contains(home + "/runtime/bin/java", "unpack the whole archive again");
    }

    private Path onlyCache() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("cache"))) {
            List<Path> caches = files.toList();
            assertThat(caches).hasSize(1);
            return caches.getFirst();
        }
    }

    private String run(Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        Shell.Result result = Shell.run(environment, command);
        assertThat(result.status()).as(result.output()).isZero();
        return result.output();
    }
}
