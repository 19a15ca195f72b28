package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.FEW;
import static dev.mangrove.check.mutants.Checks.MANY;
import static dev.mangrove.check.mutants.Checks.SHIPMENTS;
import static dev.mangrove.check.mutants.Checks.SOME;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.OtherCall;
import dev.mangrove.check.mutants.Edit.SwappedLinesOf;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/** Errors in loads of one index from another by servers. */
final class ShipmentMutants {
    private static final String PARTITION = "index.btree.partition.";

    private ShipmentMutants() {}

    static void addTo(List<Mutant> all) {
        new Area(all, "server.service.Shipment", SHIPMENTS, FEW)
                .add("copy ends at its first key", "copy", new OtherCall("to", 0, "from"));
        new Area(all, "server.service.ShipmentServices", SHIPMENTS, SOME)
                .add("ended shipment counts for ever", "state", new WithoutCall("remove", 0))
                .add(
                        "shipment of a dead client counts for ever",
                        "departed",
                        new WithoutCall("remove", 0))
                .add("ended thread counts for ever", "start", new WithoutCall("removeIf", 0))
                .add("index takes two shipments at once", "isShippingTo", new Answer(0));
        new Area(all, "index.wire.ShipmentState", SHIPMENTS, FEW)
                .add("client does not await the end of a shipment", "isDone", new Answer(1));
        addLoads(all);
        addReads(all);
    }

    private static void addLoads(List<Mutant> all) {
        new Area(all, "index.btree.ShareLoad", SHIPMENTS, FEW)
                .add("failed load leaves its pages", "run", new WithoutCall("discard", 0))
                .add(
                        "tree is shown before its pages are written",
                        "run",
                        new SwappedLinesOf("write", "publish"));
        new Area(all, "index.btree.level.InnerLevels", SHIPMENTS, MANY)
                .add(
                        "leaf of a tree that is not created stays",
                        "plant",
                        new WithoutCall("putBack", 0));
        new Area(all, "index.btree.load.LevelWriter", SHIPMENTS, FEW)
                .add("last page of a load is not written", "finish", new WithoutCall("write", 0));
    }

    private static void addReads(List<Mutant> all) {
        new Area(all, "index.btree.leaves.LeafScan", SHIPMENTS, FEW)
                .add("entries of a leaf are shipped twice", "take", new WithoutCall("size", 0));
        new Area(all, PARTITION + "MergedCursor", SHIPMENTS, FEW)
                .add("share ends after its first entry", "next", new WithoutCall("next", 1))
                .add("parts of a range are not in order", "comesFirst", new Answer(0));
        new Area(all, "index.ordered.ReferencePasses", SHIPMENTS, FEW)
                .add("references are not in order", "pass", new WithoutCall("sort", 1));
    }
}
