package dev.mangrove.cli;

import dev.mangrove.cli.command.ExitStatus;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh: source <(mangrove completion)")
final class Completion implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        PrintWriter out = spec.commandLine().getOut();
        out.print(AutoComplete.bash(root.getCommandName(), root));
        out.flush();
        return ExitStatus.GOOD;
    }
}
