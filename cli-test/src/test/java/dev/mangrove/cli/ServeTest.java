package dev.mangrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class ServeTest {
    private static final Pattern FOLDER = Pattern.compile("shm:(/[^ ,\"]+)");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldSayWhereItListensAndLeaveNothingBehindWhenTerminated() {
        shouldLeaveNothingBehind(CommandProcess::terminate);
    }

    @Test
    void shouldLeaveNothingBehindWhenInterrupted() {
        shouldLeaveNothingBehind(CommandProcess::interrupt);
    }

    private void shouldLeaveNothingBehind(Consumer<CommandProcess> end) {
        try (CommandProcess serve = start("--memory", "64m", "--name", "mine")) {
            String line = serve.readLine();
            assertThat(line).startsWith("server 0 (mine) listens at shm:/").endsWith("64 MiB");
            Path folder = folder(line);
            assertThat(folder).isDirectory();
            assertThat(run("status", "shm:" + folder)).isEqualTo(0);
            assertThat(out.toString()).contains("mine", "64 MiB", "up");
            end.accept(serve);
            assertThat(serve.await()).isEqualTo(0);
            assertThat(serve.readAll()).isEmpty();
            assertThat(Files.exists(folder)).isFalse();
        }
    }

    @Test
    void shouldFormAPoolAndShowItAsJson() {
        try (CommandProcess first = start("--json", "--until-stdin-closes", "--memory", "64m")) {
            Path folder = folder(first.readLine());
            String uri = "shm:" + folder;
            try (CommandProcess second =
                    start("--json", "--until-stdin-closes", "--join", uri, "--memory", "8m")) {
                String line = second.readLine();
                assertThat(line).startsWith("{\"server\":1,").contains("\"memory_limit\":8388608");
                assertThat(run("status", uri, "--json")).isEqualTo(0);
                assertThat(out.toString().lines()).hasSize(1);
                assertThat(out.toString())
                        .startsWith("{\"servers\":[{\"server\":0,")
                        .contains("{\"server\":1,", "\"memory_used\":0", "\"indexes\":[]");
                second.closeInput();
                assertThat(second.await()).isEqualTo(0);
            }
            assertThat(run("status", uri)).isEqualTo(1);
            assertThat(out.toString()).contains("lost");
            first.closeInput();
            assertThat(first.await()).isEqualTo(0);
            assertThat(Files.exists(folder)).isFalse();
        }
    }

    @Test
    void shouldSayInOneLineWhatIsWrong() {
        assertThat(run("serve", "--memory", "lots")).isEqualTo(2);
        assertThat(err.toString()).contains("--memory", "not a size such as 512m");
        assertThat(run("serve", "--listen", "shm:missing", "--memory", "1k")).isEqualTo(2);
        assertThat(err.toString()).contains("at least one chunk", "memoryLimit=1024");
        assertThat(run("serve", "--listen", "shm:missing", "--workers", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("workers=0");
        assertThat(run("serve", "--listen", "tcp://127.0.0.1:0/x")).isEqualTo(2);
        assertThat(err.toString()).contains("path=/x");
        assertThat(run("serve", "--listen", "carrier-pigeon:x")).isEqualTo(2);
        assertThat(err.toString())
                .contains("no such fabric: carrier-pigeon; there are shm, tcp, verbs")
                .doesNotContain("sim");
        assertThat(run("status", "tcp://127.0.0.1:1/x")).isEqualTo(2);
        assertThat(run("status", "shm:missing-" + ProcessHandle.current().pid())).isEqualTo(1);
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void shouldWarnOfMoreMemoryThanTheMachineHas() {
        assertThat(MachineMemory.total(List.of("MemTotal:       24000000 kB")))
                .isEqualTo(24000000L << 10);
        assertThat(MachineMemory.total(List.of("HugePages_Total:       0"))).isZero();
        assertThat(run("serve", "--listen", "shm:missing", "--memory", "10t")).isEqualTo(2);
        assertThat(err.toString()).contains("--memory 10 TiB is more than");
    }

    private static CommandProcess start(String... options) {
        String name = "cli-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        String[] command = new String[options.length + 3];
        command[0] = "serve";
        command[1] = "--listen";
        command[2] = "shm:" + name;
        System.arraycopy(options, 0, command, 3, options.length);
        return CommandProcess.start(command);
    }

    private static Path folder(String line) {
        Matcher found = FOLDER.matcher(line);
        assertThat(found.find()).as(line).isTrue();
        return Path.of(found.group(1));
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine command = Main.commandLine();
        return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }
}
