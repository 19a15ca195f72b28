package dev.mangrove.cli;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.cli.command.SecretOption;
import dev.mangrove.cli.report.Json;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.SecondaryIndex;

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

/** Fills a secondary index with the keys of an ordered index, by their values. */
@Command(
        name = "secondary",
        description = {
            "Build a secondary index of an ordered index: for each of its entries a reference from"
                    + " the value to the key. Values and keys must have 32 bits.",
            "Creates the secondary index if there is none; a server then fills it. One that has"
                    + " references gets those that are missing. Changes of the primary index"
                    + " meanwhile may be left out."
        })
final class Secondary implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private SecretOption access = new SecretOption();

    @Parameters(index = "0", paramLabel = "PRIMARY", description = "Name of the ordered index.")
    private String primary = "";

    @Parameters(index = "1", paramLabel = "INDEX", description = "Name of the secondary index.")
    private String secondary = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "URI",
            description = "Any server of the pool; without it, the only one of this user here.")
    private @Nullable URI uri;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        if (primary.equals(secondary)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "PRIMARY and INDEX are the same: " + primary + "; name two indexes");
        }
        URI server = uri != null ? uri : PoolAccess.onlyServer(spec);
        ConnectOptions options = ConnectOptions.DEFAULT.withSecret(access.secret());
        try (Mangrove mangrove = PoolAccess.connect(spec, server, options);
                OrderedIndex from = mangrove.openOrdered(primary);
                OrderedIndex to = mangrove.openOrCreateOrdered(secondary)) {
            long start = System.nanoTime();
            SecondaryIndex built = build(mangrove, from, to);
            long nanos = System.nanoTime() - start;
            print(built.count(Integer.MIN_VALUE, Integer.MAX_VALUE), nanos / 1e9);
        }
        return ExitStatus.GOOD;
    }

    /** A server fills an empty index; to one with references this process adds those missing. */
    private SecondaryIndex build(Mangrove mangrove, OrderedIndex from, OrderedIndex to) {
        if (to.count(Long.MIN_VALUE, Long.MAX_VALUE) > 0) {
            return SecondaryIndex.build(from, to, (key, value) -> value);
        }
        long _ = mangrove.buildSecondary(primary, secondary);
        return new SecondaryIndex(to);
    }

    private void print(long references, double seconds) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("primary", primary);
            fields.put("index", secondary);
            fields.put("references", references);
            fields.put("seconds", seconds);
            out.println(Json.write(fields));
        } else {
            out.printf("%s has %,d references, in %.1f s%n", secondary, references, seconds);
        }
        out.flush();
    }
}
