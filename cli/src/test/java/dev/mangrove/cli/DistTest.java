package dev.mangrove.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

class DistTest {
    @TempDir private Path checkout;

    @Test
    void shouldRunTheScriptWithJdkModulesAndOutput() throws IOException {
        Path arguments = checkout.resolve("arguments");
        writeScript("printf '%s\\n' \"$@\" >'" + arguments + "'");
        Dist dist = new Dist(checkout, "/runtime");
        assertThat(new CommandLine(dist).execute("--output", "some folder")).isEqualTo(0);
        assertThat(Files.readAllLines(arguments))
                .containsExactly(
                        System.getProperty("java.home"),
                        "/runtime/product",
                        "--output",
                        "some folder");
    }

    @Test
    void shouldEndWithTheStatusOfTheScript() throws IOException {
        writeScript("exit 2");
        assertThat(new CommandLine(new Dist(checkout, "/runtime")).execute()).isEqualTo(2);
    }

    @Test
    void shouldSayWhatToCallWhenTheLauncherWasPassedOver() {
        assertThatThrownBy(() -> new Dist(checkout, null).script())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("./mangrove dist");
    }

    private void writeScript(String body) throws IOException {
        Path script = checkout.resolve("build/archive/pack");
        Files.createDirectories(script.getParent());
        Files.writeString(script, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }
}
