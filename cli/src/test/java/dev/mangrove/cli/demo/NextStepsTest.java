package dev.mangrove.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.cli.Main;

import org.junit.jupiter.api.Test;

import picocli.CommandLine.Command;

import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The commands that the demo proposes at its end. */
final class NextStepsTest {
    private static final Pattern COMMAND = Pattern.compile("mangrove (\\w+)");

    @Test
    void shouldProposeNoCommandThatAnInstalledMangroveLacks() {
        List<String> proposed = commands(Demo.next(true));

        assertThat(proposed).isNotEmpty();
        assertThat(productCommands()).containsAll(proposed);
    }

    @Test
    void shouldProposeCommandsOfTheLaboratoryInACheckout() {
        assertThat(commands(Demo.next(false))).contains("bench", "check");
    }

    /** The product's commands, without those of other modules on the class path. */
    private static List<String> productCommands() {
        Class<?>[] commands = Main.class.getAnnotation(Command.class).subcommands();
        return Arrays.stream(commands)
                .map(command -> command.getAnnotation(Command.class).name())
                .toList();
    }

    private static List<String> commands(String text) {
        return COMMAND.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
    }
}
