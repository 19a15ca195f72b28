package dev.mangrove.cli;

import dev.mangrove.Mangrove;
import dev.mangrove.cli.command.ExitStatus;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.SecondaryIndex;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.util.LinkedHashMap;
import java.util.Map;

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
final class Secondary extends FillCommand {
    @Parameters(index = "0", paramLabel = "PRIMARY", description = "Name of the ordered index.")
    private String primary = "";

    @Parameters(index = "1", paramLabel = "INDEX", description = "Name of the secondary index.")
    private String secondary = "";

    @Override
    public Integer call() {
        checkDifferent("PRIMARY and INDEX", primary, secondary);
        try (Mangrove mangrove = connect();
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
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("primary", primary);
        fields.put("index", secondary);
        fields.put("references", references);
        fields.put("seconds", seconds);
        print(fields, "%s has %,d references, in %.1f s".formatted(secondary, references, seconds));
    }
}
