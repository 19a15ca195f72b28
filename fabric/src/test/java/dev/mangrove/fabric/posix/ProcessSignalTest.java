package dev.mangrove.fabric.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Signals to a process that sleeps. */
final class ProcessSignalTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Test
    void shouldStopAProcessAndLetItGoOn() throws Exception {
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        try {
            ProcessSignal.STOP.send(sleeper.pid());
            awaitState(sleeper, "T");
            ProcessSignal.CONTINUE.send(sleeper.pid());
            awaitState(sleeper, "S");

            assertThat(sleeper.isAlive()).isTrue();
        } finally {
            sleeper.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldSayThatThereIsNoSuchProcess() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        assertThat(ended.waitFor()).isZero();

        assertThatThrownBy(() -> ProcessSignal.CONTINUE.send(ended.pid()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("kill " + ended.pid());
    }

    @Test
    void shouldRefuseNumbersThatMeanSeveralProcesses() {
        assertThatThrownBy(() -> ProcessSignal.STOP.send(-1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ProcessSignal.STOP.send(0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void awaitState(Process process, String state) throws Exception {
        Instant limit = Instant.now().plus(PATIENCE);
        while (!stateOf(process).equals(state)) {
            assertThat(Instant.now()).as("wanted %s", state).isBefore(limit);
            Thread.sleep(1);
        }
    }

    /** The state letter, after the command's name, which may contain any character. */
    private static String stateOf(Process process) throws IOException {
        String line = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return line.substring(line.lastIndexOf(')') + 2).substring(0, 1);
    }
}
