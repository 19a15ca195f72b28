package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.Host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program in a process of its own: a JVM that runs {@link ContractPeer}. It can be killed and
 * paused.
 */
public final class ProcessPeer implements Peer {
    /** What it answers starts so; everything else that it prints is noise, shown when it fails. */
    static final String ANSWER = "> ";

    private final PeerProgram program;
    private final Process process;
    private final Writer commands;
    private final Mailbox answers = new Mailbox(Host.system());
    private final Queue<String> noise = new ConcurrentLinkedQueue<>();

    private ProcessPeer(PeerProgram program, Process process) {
        this.program = program;
        this.process = process;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("listen-to-" + program).start(this::listen);
    }

    static ProcessPeer start(
            Class<? extends FabricUnderTest> provider,
            PeerProgram program,
            List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Small, quick to start, and no compiler threads to steal the cores from the test.
        command.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-XX:-UsePerfData"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-ea"));
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        ContractPeer.class.getName()));
        command.add(provider.getName());
        command.add(program.name());
        command.addAll(arguments);
        try {
            return new ProcessPeer(
                    program, new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String hear() {
        String line = answers.take(FabricContract.PATIENCE_NANOS);
        if (line == null) {
            throw new AssertionError(describe("said nothing"));
        }
        return line;
    }

    @Override
    public void tell(String line) {
        try {
            commands.write(line + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new AssertionError(describe("does not listen"), e);
        }
    }

    @Override
    public List<String> finish() {
        List<String> rest = new ArrayList<>();
        String line;
        while ((line = answers.take(FabricContract.PATIENCE_NANOS)) != null) {
            rest.add(line);
        }
        if (!hasEnded(FabricContract.PATIENCE_NANOS) || process.exitValue() != 0) {
            throw new AssertionError(describe("failed after saying " + rest));
        }
        return rest;
    }

    /** Kills the process, which has no chance to clean up, and waits until it is dead. */
    public void kill() {
        process.destroyForcibly();
        if (!hasEnded(FabricContract.PATIENCE_NANOS)) {
            throw new AssertionError(describe("cannot be killed"));
        }
    }

    /**
     * Stops the process in its tracks until {@link #resume}, and waits until all its threads have
     * stopped.
     */
    public void pause() {
        signal("STOP");
        if (!Eventually.within(FabricContract.PATIENCE_NANOS, Host.system(), this::isStopped)) {
            throw new AssertionError(describe("does not stop"));
        }
    }

    /** Lets a paused process go on. */
    public void resume() {
        signal("CONT");
    }

    @Override
    public void close() {
        kill();
    }

    private void signal(String name) {
        try {
            Process kill =
                    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .inheritIO()
                            .start();
            if (kill.waitFor() != 0) {
                throw new AssertionError(describe("cannot be sent " + name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private boolean isStopped() {
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
            for (Path thread : all) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean hasEnded(long timeoutNanos) {
        try {
            return process.waitFor(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String line;
            while ((line = output.readLine()) != null) {
                if (line.startsWith(ANSWER)) {
                    answers.put(line.substring(ANSWER.length()));
                } else {
                    noise.add(line);
                }
            }
        } catch (IOException e) {
            noise.add("cannot be heard any longer: " + e);
        } finally {
            answers.close();
        }
    }

    private String describe(String what) {
        String state = process.isAlive() ? "running" : "ended with status " + process.exitValue();
        return program
                + " "
                + what
                + "; it is "
                + state
                + " and printed:\n"
                + String.join("\n", noise);
    }
}
