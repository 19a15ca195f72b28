package dev.mangrove.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openjdk.jcstress.Main;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs all litmus tests as jcstress does on its own: a JVM for each test that interprets it, one
 * for each compiler, and one whose compiler orders code at random.
 */
@EnabledIfSystemProperty(named = "mangrove.litmus.full", matches = "true")
final class ForkedLitmusTest {
    /** Chosen: two minutes for all tests, most of it for the start of JVMs. */
    private static final String MILLIS = "1000";

    @Test
    @Timeout(900)
    void shouldShowNoForbiddenOutcome() throws IOException, InterruptedException {
        Path folder = Files.createDirectories(Path.of("target", "jcstress"));
        Path output = folder.resolve("output.txt");
        // Results and temporary files of jcstress go to its working folder.
        Process process =
                new ProcessBuilder(command())
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.to(output.toFile()))
                        .start();
        try {
            assertThat(process.waitFor()).as("exit status, see %s", output).isZero();
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        assertThat(Files.readString(output)).contains("RUN RESULTS").doesNotContain("FATAL");
    }

    private static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath(),
                "-Djava.io.tmpdir=.",
                "--enable-native-access=ALL-UNNAMED",
                Main.class.getName(),
                "-m",
                "quick",
                "-sc",
                "false",
                "-af",
                "NONE",
                "-iters",
                "1",
                "-time",
                MILLIS,
                "-strideSize",
                Integer.toString(ShortOptions.STRIDE_SIZE),
                "-strideCount",
                Integer.toString(ShortOptions.STRIDES));
    }

    /** The class path, which jcstress passes on, without paths relative to this folder. */
    private static String classPath() {
        StringBuilder absolute = new StringBuilder();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            absolute.append(Path.of(path).toAbsolutePath()).append(File.pathSeparator);
        }
        return absolute.toString();
    }
}
