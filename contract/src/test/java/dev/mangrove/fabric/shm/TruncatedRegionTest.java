package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.fabric.Verb;
import dev.mangrove.index.TestSize;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An access to a region with a truncated file ends in an error and does not crash the JVM. */
final class TruncatedRegionTest {
    private static final boolean ALL_VERBS = TestSize.MATRIX;

    @ParameterizedTest
    @EnumSource(
            names = {
                "READ",
                "WRITE",
                "COMPARE_AND_SWAP",
                "MASKED_COMPARE_AND_SWAP",
                "FETCH_AND_ADD"
            })
    void shouldFailTheChannelWhenTheFileIsTruncatedUnderCompiledCode(Verb verb) throws Exception {
        needTimeUnless(verb == Verb.READ || verb == Verb.COMPARE_AND_SWAP);
        assertThat(run("-XX:+TieredCompilation", verb, 300_000)).isEqualTo("CORRUPT");
    }

    @ParameterizedTest
    @EnumSource(names = {"READ", "COMPARE_AND_SWAP"})
    void shouldFailTheChannelWhenTheFileIsTruncatedUnderInterpretedCode(Verb verb)
            throws Exception {
        needTimeUnless(verb == Verb.READ);
        assertThat(run("-Xint", verb, 100)).isEqualTo("CORRUPT");
    }

    /** Each verb has a JVM of its own, which takes seconds. */
    private static void needTimeUnless(boolean small) {
        assumeTrue(small || ALL_VERBS, "slow: -Pci");
    }

    private static String run(String option, Verb verb, int times)
            throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String location = "shm:truncated-" + ProcessHandle.current().pid() + "-" + verb;
        Process process =
                new ProcessBuilder(
                                List.of(
                                        java,
                                        option,
                                        "-XX:-CreateCoredumpOnCrash",
                                        "-XX:ErrorFile=/dev/null",
                                        "--enable-native-access=ALL-UNNAMED",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        TruncatedRegionProgram.class.getName(),
                                        location,
                                        verb.name(),
                                        String.valueOf(times)))
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        return output.strip();
    }
}
