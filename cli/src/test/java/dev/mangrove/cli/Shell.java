package dev.mangrove.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs scripts with a given environment, and writes scripts in place of programs. */
final class Shell {
    private Shell() {}

    /** Status of a script and its output, both streams together. */
    record Result(int status, String output) {}

    /** Runs a command that sees these variables and no others. */
    static Result run(Map<String, String> environment, List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output.strip());
    }

    /** Writes an executable script for /bin/sh, with the folders above it. */
    static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("not executable: " + file);
        }
        return file;
    }
}
