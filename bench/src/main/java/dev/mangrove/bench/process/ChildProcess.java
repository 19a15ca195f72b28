package dev.mangrove.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM like this one that runs another main class. Parent and child talk in lines over the child's
 * standard input and output; the child ends when its input does, so it never outlives its parent.
 */
public final class ChildProcess implements AutoCloseable {
    private static final long END_SECONDS = 5;
    private static final String LOGGING = "java.util.logging.config.class";

    private final Process process;
    private final BufferedReader fromChild;
    private final PrintWriter toChild;

    private ChildProcess(Process process) {
        this.process = process;
        this.fromChild = process.inputReader(StandardCharsets.UTF_8);
        this.toChild = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /** Starts a main class of this program in a JVM of its own. */
    public static ChildProcess start(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        String logging = System.getProperty(LOGGING);
        if (logging != null) {
            command.add("-D" + LOGGING + "=" + logging);
        }
        Module module = main.getModule();
        if (module.isNamed()) {
            // What sets the logging up may be in a module that the main class does not know.
            command.addAll(List.of("--add-modules", "ALL-MODULE-PATH"));
            command.add("--enable-native-access=dev.mangrove.fabric");
            command.addAll(List.of("--module-path", System.getProperty("jdk.module.path")));
            command.addAll(List.of("--module", module.getName() + "/" + main.getName()));
        } else {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.addAll(
                    List.of("--class-path", System.getProperty("java.class.path"), main.getName()));
        }
        command.addAll(List.of(arguments));
        try {
            return new ChildProcess(
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start a JVM for " + main.getName(), e);
        }
    }

    /** Sends a line and returns the line that answers it. */
    public String ask(String line) {
        tell(line);
        return readLine();
    }

    /** Sends a line. */
    public void tell(String line) {
        toChild.println(line);
    }

    /** Next line of the child. */
    public String readLine() {
        try {
            String line = fromChild.readLine();
            if (line == null) {
                throw new IllegalStateException(
                        "process " + process.pid() + " has ended without an answer");
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException("no answer from process " + process.pid(), e);
        }
    }

    /** Processor time it has used. */
    public Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Ends the child at once, wherever it is (SIGKILL), and waits until it has ended. */
    public void kill() {
        process.destroyForcibly();
        try {
            int _ = process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the child end, and ends it if it does not. */
    @Override
    public void close() {
        toChild.close();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
