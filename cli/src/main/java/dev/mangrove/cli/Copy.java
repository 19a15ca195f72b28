package dev.mangrove.cli;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.command.SecretOption;
import dev.mangrove.cli.report.Json;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** Copies entries of one ordered index into another, from server to server. */
@Command(
        name = "copy",
        description = {
            "Copy an ordered index, or a range of its keys, into an empty one: to give it another"
                    + " design, or other servers. Creates the other index if there is none.",
            "A server of the other index reads the entries and loads them. Changes of the source"
                    + " meanwhile may be left out."
        })
final class Copy implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private SecretOption access = new SecretOption();

    @Parameters(index = "0", paramLabel = "SOURCE", description = "Name of the ordered index.")
    private String source = "";

    @Parameters(index = "1", paramLabel = "TARGET", description = "Name of the empty index.")
    private String target = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "URI",
            description = "Any server of the pool; without it, the only one of this user here.")
    private @Nullable URI uri;

    @Option(names = "--from", paramLabel = "KEY", description = "Smallest key; all by default.")
    private long from = Long.MIN_VALUE;

    @Option(names = "--to", paramLabel = "KEY", description = "Largest key; all by default.")
    private long to = Long.MAX_VALUE;

    @Option(
            names = "--design",
            paramLabel = "NAME",
            description = "Design of a target that is created: ${COMPLETION-CANDIDATES}.")
    private @Nullable Design design;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        if (source.equals(target)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "SOURCE and TARGET are the same: " + source + "; name two indexes");
        }
        URI server = uri != null ? uri : PoolAccess.onlyServer(spec);
        ConnectOptions options = ConnectOptions.DEFAULT.withSecret(access.secret());
        Design chosen = design;
        try (Mangrove mangrove = PoolAccess.connect(spec, server, options)) {
            mangrove.openOrdered(source).close();
            mangrove.openOrCreateOrdered(
                            target,
                            chosen == null ? OrderedOptions.DEFAULT : OrderedOptions.of(chosen))
                    .close();
            long start = System.nanoTime();
            long entries = mangrove.copyOrdered(source, target, from, to);
            print(entries, (System.nanoTime() - start) / 1e9);
        }
        return ExitStatus.GOOD;
    }

    private void print(long entries, double seconds) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("source", source);
            fields.put("target", target);
            fields.put("entries", entries);
            fields.put("seconds", seconds);
            out.println(Json.write(fields));
        } else {
            out.printf("%s has %,d entries of %s, in %.1f s%n", target, entries, source, seconds);
        }
        out.flush();
    }
}
