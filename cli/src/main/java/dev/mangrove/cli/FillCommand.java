package dev.mangrove.cli;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.cli.command.SecretOption;
import dev.mangrove.cli.report.Json;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Callable;

/** A command that fills one index from another. Their names are the parameters before the URI. */
abstract sealed class FillCommand implements Callable<Integer> permits Copy, Secondary {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private SecretOption access = new SecretOption();

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "URI",
            description = "Any server of the pool; without it, the only one of this user here.")
    private @Nullable URI uri;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    /** Fails if both names are the same; {@code labels} are theirs on the command line. */
    final void checkDifferent(String labels, String from, String to) {
        if (from.equals(to)) {
            throw new ParameterException(
                    spec.commandLine(), labels + " are the same: " + from + "; name two indexes");
        }
    }

    /** Connects to the pool. */
    final Mangrove connect() {
        URI server = uri != null ? uri : PoolAccess.onlyServer(spec);
        ConnectOptions options = ConnectOptions.DEFAULT.withSecret(access.secret());
        return PoolAccess.connect(spec, server, options);
    }

    /** Prints the result, as JSON if that is wanted. */
    final void print(Map<String, Object> fields, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.write(fields) : text);
        out.flush();
    }
}
