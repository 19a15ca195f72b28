package dev.mangrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Version;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldPrintTheVersion() {
        assertThat(run("--version")).isEqualTo(0);
        assertThat(out.toString()).contains(Version.current());
    }

    @Test
    void shouldPrintHelpForEverySubcommand() {
        for (String name : Main.commandLine().getSubcommands().keySet()) {
            assertThat(run(name, "--help")).as(name).isEqualTo(0);
            assertThat(out.toString()).contains("Usage: mangrove " + name);
        }
    }

    @Test
    void shouldSayWhichCommandsThereAreWhenNoneIsGiven() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: mangrove", "completion");
    }

    @Test
    void shouldEndWithTwoOnWrongUsage() {
        assertThat(run("complete")).isEqualTo(2);
        assertThat(err.toString().lines())
                .anyMatch(line -> line.startsWith("Did you mean: mangrove completion"))
                .contains("Try 'mangrove --help'.");
    }

    @Test
    void shouldEndWithOneLineAndOneOnError() {
        assertThat(run("fail")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("mangrove: region lost: id=7");
    }

    @Test
    void shouldShowTheStackTraceOnRequest() {
        assertThat(run("fail", "--stacktrace")).isEqualTo(1);
        assertThat(err.toString()).contains("IllegalStateException", "at ");
    }

    @Test
    void shouldPrintACompletionScriptThatKnowsTheCommands() {
        assertThat(run("completion")).isEqualTo(0);
        assertThat(out.toString()).startsWith("#!").contains("complete -F", "--stacktrace");
    }

    @Test
    void shouldListDistOnlyWhenItRunsFromACheckout() {
        String launcher = System.getProperty(Dist.LAUNCHER);
        try {
            System.clearProperty(Dist.LAUNCHER);
            assertThat(Main.commandLine().getSubcommands()).doesNotContainKey("dist");
            System.setProperty(Dist.LAUNCHER, "/checkout/mangrove");
            assertThat(run("--help")).isEqualTo(0);
            assertThat(out.toString()).containsPattern("(?m)^  dist +Write mangrove-VERSION");
        } finally {
            if (launcher == null) {
                System.clearProperty(Dist.LAUNCHER);
            } else {
                System.setProperty(Dist.LAUNCHER, launcher);
            }
        }
    }

    private int run(String... args) {
        CommandLine command = Main.commandLine();
        if (args.length > 0 && args[0].equals("fail")) {
            command.addSubcommand(new Failing());
        }
        return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }

    @Command(name = "fail")
    private static final class Failing implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new IllegalStateException("region lost: id=7\nand more");
        }
    }
}
