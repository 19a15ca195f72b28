package dev.mangrove.cli;

import dev.mangrove.Mangrove;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.LinkedHashMap;
import java.util.Map;

/** Copies entries of one ordered index into another, from server to server. */
@Command(
        name = "copy",
        description = {
            "Copy an ordered index, or a range of its keys, into an empty one: to give it another"
                    + " design, or other servers. Creates the other index if there is none.",
            "A server of the other index reads the entries and loads them. Changes of the source"
                    + " meanwhile may be left out."
        })
final class Copy extends FillCommand {
    @Parameters(index = "0", paramLabel = "SOURCE", description = "Name of the ordered index.")
    private String source = "";

    @Parameters(index = "1", paramLabel = "TARGET", description = "Name of the empty index.")
    private String target = "";

    @Option(names = "--from", paramLabel = "KEY", description = "Smallest key; all by default.")
    private long from = Long.MIN_VALUE;

    @Option(names = "--to", paramLabel = "KEY", description = "Largest key; all by default.")
    private long to = Long.MAX_VALUE;

    @Option(
            names = "--design",
            paramLabel = "NAME",
            description = "Design of a target that is created: ${COMPLETION-CANDIDATES}.")
    private @Nullable Design design;

    @Override
    public Integer call() {
        checkDifferent("SOURCE and TARGET", source, target);
        Design chosen = design;
        try (Mangrove mangrove = connect()) {
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
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", source);
        fields.put("target", target);
        fields.put("entries", entries);
        fields.put("seconds", seconds);
        print(
                fields,
                "%s has %,d entries of %s, in %.1f s".formatted(target, entries, source, seconds));
    }
}
