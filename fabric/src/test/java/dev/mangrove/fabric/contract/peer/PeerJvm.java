package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FabricUnderTest;
import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;

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
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that runs {@link ContractPeer}: one program after the other, as starting a JVM takes longer
 * than most programs. Lines go both ways:
 *
 * <pre>
 * to it      run PROGRAM ARGUMENT…   separated by tabs; starts a program
 *            any other line          input of the running program
 * from it    &gt; TEXT                  a line of the program
 *            &lt; done                  the program has ended normally
 *            any other line          other output, shown when the program fails
 * </pre>
 */
public final class PeerJvm {
    static final String RUN = "run";
    static final String SEPARATOR = "\t";
    static final String ANSWER = "> ";
    static final String DONE = "< done";

    private static final Map<Class<?>, Queue<PeerJvm>> IDLE = new ConcurrentHashMap<>();

    private final Class<? extends FabricUnderTest> provider;
    private final Process process;
    private final Writer commands;
    private final Queue<String> noise = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Mailbox answers;

    private PeerJvm(Class<? extends FabricUnderTest> provider) throws IOException {
        this.provider = provider;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Small, quick to start, and few compiler threads to take the cores from the test.
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-Xmx128m", "-XX:-UsePerfData"));

        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-ea"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(ContractPeer.class.getName(), provider.getName()));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        commands = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("listen-to-" + process.pid()).start(this::listen);
    }

    /**
     * Starts processes in advance, one after the other, while tests run that need none: for
     * machines on which a JVM takes longer to start than a test to run.
     */
    public static void startAhead(Class<? extends FabricUnderTest> provider, int number) {
        Thread.ofPlatform()
                .daemon()
                .name("start-ahead")
                .start(
                        () -> {
                            for (int i = 0; i < number; i++) {
                                startOneAhead(provider);
                            }
                        });
    }

    private static void startOneAhead(Class<? extends FabricUnderTest> provider) {
        try {
            PeerJvm process = new PeerJvm(provider);
            Mailbox answers = new Mailbox(Host.system());
            process.run(ContractProgram.WARM_UP, List.of(), answers);
            while (answers.take(FabricContract.PATIENCE_NANOS) != null) {
                // Reads until the program has ended.
            }
            if (answers.isDone()) {
                process.giveBack();
            } else {
                process.kill();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes an idle process, or starts one. */
    static PeerJvm take(Class<? extends FabricUnderTest> provider) {
        PeerJvm idle = idle(provider).poll();
        try {
            return idle != null && idle.process.isAlive() ? idle : new PeerJvm(provider);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a program; its answers come to the given mailbox, which is closed at its end. */
    void run(ContractProgram program, List<String> arguments, Mailbox listener) {
        answers = listener;
        List<String> command = new ArrayList<>(List.of(RUN, program.name()));
        command.addAll(arguments);
        tell(String.join(SEPARATOR, command));
    }

    /** Keeps the process for the next program, after its program has ended. */
    void giveBack() {
        noise.clear();
        idle(provider).add(this);
    }

    void tell(String line) {
        try {
            commands.write(line + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new AssertionError(describe("does not listen"), e);
        }
    }

    /** Kills the process by SIGKILL and waits until it is dead. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(FabricContract.PATIENCE_NANOS, TimeUnit.NANOSECONDS)) {
                throw new AssertionError(describe("cannot be killed"));
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    void signal(String name) {
        try {
            Process kill =
                    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (kill.waitFor() != 0) {
                throw new AssertionError(describe("cannot be sent " + name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Whether every one of its threads has stopped. */
    boolean isStopped() {
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

    String describe(String what) {
        String state = process.isAlive() ? "running" : "ended with status " + process.exitValue();
        return "peer "
                + process.pid()
                + " "
                + what
                + "; it is "
                + state
                + " and printed:\n"
                + String.join("\n", noise);
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String line;
            while ((line = output.readLine()) != null) {
                heard(line);
            }
        } catch (IOException e) {
            noise.add("cannot be heard any longer: " + e);
        } finally {
            Mailbox last = answers;
            if (last != null) {
                last.close();
            }
        }
    }

    private void heard(String line) {
        Mailbox listener = answers;
        if (listener != null && line.equals(DONE)) {
            listener.done();
            answers = null;
        } else if (listener != null && line.startsWith(ANSWER)) {
            listener.put(line.substring(ANSWER.length()));
        } else {
            noise.add(line);
        }
    }

    private static Queue<PeerJvm> idle(Class<?> provider) {
        return IDLE.computeIfAbsent(provider, key -> new ConcurrentLinkedQueue<>());
    }
}
