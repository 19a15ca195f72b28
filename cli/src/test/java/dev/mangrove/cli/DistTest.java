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
    @TempDir private Path folder;

    @Test
    void shouldRunTheScriptWithJdkModulesAndOutput() throws IOException {
        Path arguments = folder.resolve("arguments");
        writeScript("printf '%s\\n' \"$@\" >'" + arguments + "'");
        Dist dist = new Dist(script(), "/runtime");
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
        assertThat(new CommandLine(new Dist(script(), "/runtime")).execute()).isEqualTo(2);
    }

    @Test
    void shouldSayWhatToCallWhenTheLauncherWasPassedOver() {
        assertThatThrownBy(() -> new Dist(script(), null).commandLine())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("./mangrove dist");
    }

    private void writeScript(String body) throws IOException {
        Files.writeString(script(), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(script(), PosixFilePermissions.fromString("rwx------"));
    }

    private Path script() {
        return folder.resolve("pack");
    }
}
