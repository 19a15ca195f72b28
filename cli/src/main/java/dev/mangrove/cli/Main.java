package dev.mangrove.cli;

import dev.mangrove.cli.command.CommandProvider;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.demo.Demo;
import dev.mangrove.cli.logging.LogConfig;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.PrintWriter;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;

/** The root of all commands: options that every command has, and the handling of errors. */
@Command(
        name = "mangrove",
        description = "Ordered and spatial trees in shared memory, reached by verbs.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        scope = ScopeType.INHERIT,
        subcommands = {
            Demo.class,
            Serve.class,
            StatusCommand.class,
            Balance.class,
            Secondary.class,
            Copy.class,
            Doctor.class,
            Completion.class
        })
public final class Main implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Show where an error comes from.")
    private boolean stacktrace;

    private Main() {}

    /** Runs the command and ends the process with its status. */
    public static void main(String[] args) {
        LogConfig.install();
        System.exit(commandLine().execute(args));
    }

    /** Returns the command with all its subcommands, ready to be executed. */
    public static CommandLine commandLine() {
        Main main = new Main();
        CommandLine root = new CommandLine(main);
        Dist.ofCheckout().ifPresent(root::addSubcommand);
        for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
            provider.commands().forEach(root::addSubcommand);
        }
        return root.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, _) -> onWrongUsage(e))
                .setExecutionExceptionHandler(main::onError);
    }

    /** Without a subcommand, prints the list of subcommands. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitStatus.USAGE;
    }

    private static int onWrongUsage(ParameterException e) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("mangrove: " + e.getMessage());
        UnmatchedArgumentException.printSuggestions(e, err);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitStatus.USAGE;
    }

    private int onError(Exception e, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        String message = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
        err.println("mangrove: " + message.lines().findFirst().orElse(""));
        if (stacktrace) {
            e.printStackTrace(err);
        }
        return ExitStatus.FAILED;
    }
}
