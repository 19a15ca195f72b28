package dev.mangrove.cli.process;

import dev.mangrove.fabric.posix.ProcessSignal;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.File;
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
    private static final System.Logger LOG = System.getLogger(ChildProcess.class.getName());

    /** Chosen: a server or client that is asked to end does so within a second. */
    private static final long END_SECONDS = 5;

    private static final String MODULE_PATH = "jdk.module.path";
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
        List<String> command = java();
        Module module = main.getModule();
        if (module.isNamed()) {
            command.addAll(moduleOptions(System.getProperty(MODULE_PATH)));
            command.addAll(List.of("--module", module.getName() + "/" + main.getName()));
        } else {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.addAll(
                    List.of("--class-path", System.getProperty("java.class.path"), main.getName()));
        }
        command.addAll(List.of(arguments));
        return start(command, main.getName());
    }

    /**
     * Starts a main class of this program in a JVM that finds classes of a module in a folder
     * first, with options for the JVM.
     */
    public static ChildProcess startPatched(
            Class<?> main, Module patched, Path folder, List<String> options, String... arguments) {
        List<String> command = java();
        command.addAll(options);
        Module module = main.getModule();
        if (module.isNamed()) {
            command.addAll(moduleOptions(System.getProperty(MODULE_PATH)));
            command.addAll(List.of("--patch-module", patched.getName() + "=" + folder));
            command.addAll(List.of("--module", module.getName() + "/" + main.getName()));
        } else {
            String path = folder + File.pathSeparator + System.getProperty("java.class.path");
            command.add("--enable-native-access=ALL-UNNAMED");
            command.addAll(List.of("--class-path", path, main.getName()));
        }
        command.addAll(List.of(arguments));
        return start(command, main.getName());
    }

    /** Starts a main class on a class path of its own, with options for the JVM. */
    public static ChildProcess start(
            String main, String classPath, List<String> options, String... arguments) {
        List<String> command = java();
        command.addAll(options);
        command.addAll(List.of("--class-path", classPath, main));
        command.addAll(List.of(arguments));
        return start(command, main);
    }

    /**
     * Where a child finds modules: on the path of this process, or in the runtime alone if they are
     * linked into it, as in an installed Mangrove.
     */
    static List<String> moduleOptions(@Nullable String modulePath) {
        List<String> options = new ArrayList<>();
        options.add("--enable-native-access=dev.mangrove.fabric");
        if (modulePath != null) {
            // The class that configures logging may be in a module that the main class does not
            // require.
            options.addAll(List.of("--add-modules", "ALL-MODULE-PATH"));
            options.addAll(List.of("--module-path", modulePath));
        }
        return options;
    }

    private static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        String logging = System.getProperty(LOGGING);
        if (logging != null) {
            command.add("-D" + LOGGING + "=" + logging);
        }
        return command;
    }

    private static ChildProcess start(List<String> command, String main) {
        try {
            return new ChildProcess(
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start a JVM for " + main, e);
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

    /** Whether the child has printed a line that was not read. */
    public boolean hasLine() {
        try {
            return fromChild.ready();
        } catch (IOException e) {
            throw new UncheckedIOException("no line from process " + process.pid(), e);
        }
    }

    /** The unread lines of a child that has ended. */
    public List<String> lastLines() {
        List<String> lines = new ArrayList<>();
        try {
            for (String line = fromChild.readLine(); line != null; line = fromChild.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "process " + process.pid() + " is silent", e);
        }
        return lines;
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Its number on this host. */
    public long pid() {
        return process.pid();
    }

    /** Its status, once it has ended. */
    public int exitStatus() {
        return process.exitValue();
    }

    /** Stops all threads of the child at once (SIGSTOP), until {@link #resume}. */
    public void pause() {
        send(ProcessSignal.STOP);
    }

    /** Continues the child (SIGCONT). */
    public void resume() {
        send(ProcessSignal.CONTINUE);
    }

    private void send(ProcessSignal signal) {
        try {
            signal.send(process.pid());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot send " + signal + " to process " + process.pid(), e);
        }
    }

    /** Processor time it has used. */
    public Duration cpuTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Ends the child at once, wherever it is (SIGKILL), and waits until it has ended. */
    public void kill() {
        // Unlike the process, its handle leaves the child's output open.
        boolean _ = process.toHandle().destroyForcibly();
        try {
            int _ = process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks the child to end (SIGTERM) and does not wait for it. */
    public void terminate() {
        process.destroy();
    }

    /**
     * Closes the child's input, which ends it; if it does not end, sends SIGTERM, so that it can
     * clean up, and at last SIGKILL.
     */
    @Override
    public void close() {
        toChild.close();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                terminate();
                if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
