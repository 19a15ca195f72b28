package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.BYTES_SHERMAN;
import static dev.mangrove.check.mutants.Checks.EXTENTS;
import static dev.mangrove.check.mutants.Checks.FEW;
import static dev.mangrove.check.mutants.Checks.SOME;
import static dev.mangrove.check.mutants.Checks.VERY_MANY;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.OneConstant;
import dev.mangrove.check.mutants.Edit.OtherCall;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/** Errors in extents that clients write themselves. */
final class ExtentMutants {
    private static final String SPREAD = "index.bytes.spread.";
    private static final String STATE = "server.state.";

    private ExtentMutants() {}

    static void addTo(List<Mutant> all) {
        addReads(all);
        addClients(all);
        addServers(all);
        addLoads(all);
        addBatches(all);
    }

    private static void addReads(List<Mutant> all) {
        new Area(all, SPREAD + "SpreadExtent", EXTENTS, VERY_MANY)
                .add("checksum of an extent is not compared", "isWhole", new Answer(1));
    }

    private static void addClients(List<Mutant> all) {
        new Area(all, SPREAD + "SpreadExtents", BYTES_SHERMAN, FEW)
                .add(
                        "value is not written before its leaf names it",
                        "publish",
                        new WithoutCall("carry", 0))
                .add(
                        "long key is not written before its page names it",
                        "write",
                        new WithoutCall("writeNow", 0));
        new Area(all, SPREAD + "SpreadTree", BYTES_SHERMAN, SOME)
                .add("replaced value is not freed", "end", new WithoutCall("drop", 0))
                .add(
                        "replaced value is used again with the same generation",
                        "end",
                        new OtherCall("drop", 0, "putBack"));
        new Area(all, SPREAD + "ExtentStock", BYTES_SHERMAN, SOME)
                .add("client does not say that it joins", "joinAll", new Answer(0))
                .add("extents in hand are not named", "inHand", new Answer(0))
                .add("client keeps its stock when it leaves", "close", new WithoutCall("add", 0));
    }

    private static void addServers(List<Mutant> all) {
        new Area(all, STATE + "GrantedExtents", BYTES_SHERMAN, SOME)
                .add("server frees a later use of an extent", "isUseOf", new Answer(1));
        new Area(all, STATE + "ExtentAllocator", BYTES_SHERMAN, SOME)
                .add("generation of an extent stays the same", "take", new OneConstant(1, 0, 0));
        new Area(all, STATE + "IndexExtents", BYTES_SHERMAN, SOME)
                .add("extents of dead clients are not lost", "isSearched", new Answer(0))
                .add("extents of living clients are lost", "isSearched", new Answer(1))
                .add("extents that are found are lost", "found", new WithoutCall("unmark", 0));
        new Area(all, "index.btree.strings.StringTree", BYTES_SHERMAN, SOME)
                .add("search for extents looks at leaves only", "rootLevel", new Answer(0));
    }

    private static void addLoads(List<Mutant> all) {
        new Area(all, SPREAD + "SpreadLoad", BYTES_SHERMAN, SOME)
                .add(
                        "load is visible before its values are written",
                        "write",
                        new WithoutCall("settle", 0));
        new Area(all, "index.btree.partition.TreeLoader", BYTES_SHERMAN, SOME)
                .add(
                        "load of strings is visible before its pages",
                        "complete",
                        new WithoutCall("settle", 0));
        new Area(all, "index.page.strings.KeyArena", BYTES_SHERMAN, FEW)
                .add(
                        "separator of strings is cut too short",
                        "separator",
                        new OneConstant(1, 0, 0));
    }

    private static void addBatches(List<Mutant> all) {
        new Area(all, SPREAD + "SpreadBatch", BYTES_SHERMAN, SOME)
                .add(
                        "values of a batch are not written before leaves name them",
                        "collect",
                        new WithoutCall("settle", 0))
                .add(
                        "value that a batch has stored is used again",
                        "settle",
                        new OtherCall("stored", 0, "putBack"));
    }
}
