package dev.mangrove.cli;

import org.junit.jupiter.api.Assumptions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command {@code mangrove} as a process. */
final class CommandProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 40;

    /** In the status of a process: the signals that it ignores, a bit each. */
    private static final String IGNORED = "SigIgn:";

    private static final long INTERRUPT = 1 << 1;

    private final Process process;
    private final BufferedReader out;

    private CommandProcess(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    static CommandProcess start(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("--class-path", System.getProperty("java.class.path")));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        try {
            return new CommandProcess(
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String readLine() {
        try {
            String line = out.readLine();
            if (line == null) {
                throw new AssertionError("the process has ended with " + await());
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the rest of its output. */
    String readAll() {
        return out.lines().collect(Collectors.joining("\n"));
    }

    /**
     * Interrupts it as a terminal does. Aborts the test where that has no effect: a shell has its
     * background jobs ignore interrupts, and what they start inherits that.
     */
    void interrupt() {
        Assumptions.assumeFalse(
                ignoresInterrupts(), "interrupts are ignored, as in jobs in the background");
        signal("INT");
    }

    private boolean ignoresInterrupts() {
        try (Stream<String> lines =
                Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith(IGNORED))
                    .map(line -> line.substring(IGNORED.length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & INTERRUPT) != 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void terminate() {
        signal("TERM");
    }

    void kill() {
        signal("KILL");
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end and returns its status. */
    int await() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the process has not ended in time");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The processes that it has started. */
    List<ProcessHandle> children() {
        return process.children().toList();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
