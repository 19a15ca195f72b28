package dev.mangrove.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Packs the commands of the product, by a script that only a checkout has. */
@Command(
        name = "dist",
        description =
                "Write mangrove-VERSION-linux-ARCH.tar.gz: serve, status, balance, secondary, copy,"
                        + " doctor and demo, with a Java runtime.")
final class Dist implements Callable<Integer> {
    /** Set by the launcher of a checkout; an archive has another launcher. */
    static final String LAUNCHER = "mangrove.launcher";

    private static final String RUNTIME = "MANGROVE_RUNTIME";

    private final Path script;
    private final @Nullable String runtime;

    @Option(
            names = "--output",
            paramLabel = "FOLDER",
            description = "Where to write it; dist in the checkout by default.")
    private @Nullable String output;

    Dist(Path script, @Nullable String runtime) {
        this.script = script;
        this.runtime = runtime;
    }

    /** The command, if this process runs from a checkout. */
    static Optional<Dist> ofCheckout() {
        return Optional.ofNullable(System.getProperty(LAUNCHER))
                .map(launcher -> Path.of(launcher).resolveSibling("build/archive/pack"))
                .map(pack -> new Dist(pack, System.getenv(RUNTIME)));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return new ProcessBuilder(commandLine()).inheritIO().start().waitFor();
    }

    /** The command line of the script. */
    List<String> commandLine() {
        if (runtime == null) {
            throw new IllegalStateException(
                    RUNTIME + " is not set: call ./mangrove dist, which sets it");
        }
        List<String> words = new ArrayList<>();
        words.add(script.toString());
        words.add(Path.of(System.getProperty("java.home")).toString());
        words.add(Path.of(runtime, "product").toString());
        if (output != null) {
            words.add("--output");
            words.add(output);
        }
        return words;
    }
}
