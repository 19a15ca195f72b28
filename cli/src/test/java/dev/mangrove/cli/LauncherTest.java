package dev.mangrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The launcher uses a cache of machine code only on the machine that recorded it. */
final class LauncherTest {
    private static final Path LAUNCHER = Path.of("..", "mangrove").toAbsolutePath().normalize();
    private static final String GREATER =
            "processor : 0\nvendor_id : X\nmodel name : Y\ncpu MHz : 1\nflags : avx avx512f\n";
    private static final String LESSER = GREATER.replace(" avx512f", "");

    @TempDir private Path folder;
    private Path jdk;

    @BeforeEach
    void makeJdk() throws IOException {
        jdk = folder.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        script("javac", "");
        script("java", "echo \"$@\"\n");
    }

    @Test
    void shouldNameTheCacheByTheProcessorsFeatures() throws Exception {
        assertThat(cacheName(LESSER)).isNotEqualTo(cacheName(GREATER));
        assertThat(cacheName(GREATER.replace("MHz : 1", "MHz : 2"))).isEqualTo(cacheName(GREATER));
    }

    @Test
    void shouldNameTheCacheByTheJdk() throws Exception {
        String before = cacheName(GREATER);
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.2\"\n");
        assertThat(cacheName(GREATER)).isNotEqualTo(before);
    }

    @Test
    void shouldStartWithTheCacheOfThisProcessorOnly() throws Exception {
        Path runtime = Files.createDirectory(folder.resolve("runtime"));
        Files.createFile(runtime.resolve("mangrove.aot"));
        Files.createFile(runtime.resolve(cacheName(LESSER)));
        String name = run("source '" + LAUNCHER + "'; jdk='" + jdk + "'; cache_name /proc/cpuinfo");

        String options = run("'" + LAUNCHER + "' --version", runtime);

        assertThat(options).contains("-XX:AOTCache=" + runtime.resolve("laboratory-" + name) + " ");
        assertThat(options).doesNotContain(cacheName(LESSER)).doesNotContain("mangrove.aot");
    }

    private String cacheName(String processor) throws Exception {
        Path file = Files.writeString(folder.resolve("cpuinfo"), processor);
        return run("source '" + LAUNCHER + "'; jdk='" + jdk + "'; cache_name '" + file + "'");
    }

    private String run(String command) throws Exception {
        return run(command, folder);
    }

    private String run(String command, Path runtime) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command);
        builder.environment()
                .putAll(
                        Map.of(
                                "MANGROVE_JAVA_HOME", jdk.toString(),
                                "MANGROVE_RUNTIME", runtime.toString()));
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out.strip();
    }

    private void script(String name, String text) throws IOException {
        Path file = Files.writeString(jdk.resolve("bin").resolve(name), "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
