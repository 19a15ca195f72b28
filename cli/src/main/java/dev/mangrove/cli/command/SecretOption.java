package dev.mangrove.cli.command;

import dev.mangrove.fabric.Secret;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The option of all commands that connect to servers on other hosts. */
public final class SecretOption {
    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description =
                    "File with the secret that servers and clients share over TCP; without it, the"
                            + " variable MANGROVE_SECRET is looked at.")
    private @Nullable Path secretFile;

    /** The secret, if there is one. */
    public @Nullable Secret secret() {
        if (secretFile != null) {
            try {
                return Secret.fromFile(secretFile);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the secret: " + e.getMessage(), e);
            }
        }
        String variable = System.getenv(Secret.VARIABLE);
        return variable == null || variable.isBlank() ? null : Secret.of(variable);
    }
}
