package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.DEATHS;
import static dev.mangrove.check.mutants.Checks.FEW;
import static dev.mangrove.check.mutants.Checks.MANY;
import static dev.mangrove.check.mutants.Checks.NODES;
import static dev.mangrove.check.mutants.Checks.NODES_BUFFERED;
import static dev.mangrove.check.mutants.Checks.SOME;
import static dev.mangrove.check.mutants.Checks.TREE;
import static dev.mangrove.check.mutants.Checks.TREE_VERBS;

import dev.mangrove.check.mutants.Edit.AlwaysBranch;
import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.AnswerArgument;
import dev.mangrove.check.mutants.Edit.NeverBranch;
import dev.mangrove.check.mutants.Edit.OneConstant;
import dev.mangrove.check.mutants.Edit.TooLarge;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/** Errors in R-trees: pages with their stores, fences and validations, and searches. */
final class SpatialMutants {
    private static final String SEARCH = "index.rtree.search.";

    private static final Edit FIRST_PLACE = new OneConstant(4, 0, 0);
    private static final Edit DROP_NO_PAYLOAD = new WithoutCall("drop", 0);

    private SpatialMutants() {}

    static void addTo(List<Mutant> all) {
        addNodes(all);
        addEditor(all);
        addTrees(all);
        addSearches(all);
        addCounts(all);
        addBatches(all);
        addPayloads(all);
    }

    /**
     * That a payload is freed only after its replacement is published is not among them: readers
     * need the claim that the writer holds over both.
     */
    private static void addPayloads(List<Mutant> all) {
        new Area(all, "index.rtree.tree.TreeWriter", TREE_VERBS, SOME)
                .add("object gets the payload of a deleted one", "delete", DROP_NO_PAYLOAD)
                .add("payload that is taken away stays", "setClaimed", DROP_NO_PAYLOAD)
                .add("insert loses the payload", "insertClaimed", new WithoutCall("publish", 0))
                .add("upsert loses the payload", "upsert", new WithoutCall("publish", 0))
                .add("absent object gets a payload", "setClaimed", new AlwaysBranch(0));
        new Area(all, "index.rtree.tree.StoredPayload", TREE_VERBS, SOME)
                .add("replaced payload is not freed", "publish", new WithoutCall("free", 0))
                .add("unused payload is not freed", "discard", new WithoutCall("free", 0))
                .add("no room is reserved for a payload", "reserve", new Answer(0));
        new Area(all, "index.rtree.tree.IdDirectory", TREE_VERBS, SOME)
                .add("payload is freed and not replaced", "putPayload", new WithoutCall("put", 0));
        new Area(all, "index.rtree.PayloadCursor", TREE_VERBS, FEW)
                .add(
                        "search returns the payload of another object",
                        "payload",
                        new WithoutCall("current", 0));
        new Area(all, "index.rtree.PayloadCalls", TREE_VERBS, SOME)
                .add("payload of a batch is left out", "changes", new WithoutCall("payload", 0))
                .add("long payload is not sent ahead", "stage", new Answer(0));
    }

    private static void addCounts(List<Mutant> all) {
        new Area(all, SEARCH + "LeafSummaries", Checks.WINDOW_COUNTS, MANY)
                .add("count trusts the bounds in the parent", "isWithin", new Answer(1));
        new Area(all, SEARCH + "SummaryCount", Checks.WINDOW_COUNTS, MANY)
                .add("count does not look for departures at its end", "isStill", new Answer(1))
                .add("count takes pages that have changed", "hasChanged", new Answer(0));
        new Area(all, SEARCH + "CopiedFeed", Checks.WINDOW_COUNTS, MANY)
                .add("count begins while entries leave", "beganStill", new Answer(1));
    }

    private static void addBatches(List<Mutant> all) {
        new Area(all, "index.rtree.SpatialCalls", TREE_VERBS, SOME)
                .add(
                        "spatial batch reports the number of changes as results",
                        "results",
                        new OneConstant(1, 0, 1))
                .add("get of a batch finds the first object's place", "place", FIRST_PLACE)
                .add("change of a spatial batch loses a side", "apply", new WithoutCall("maxY", 0))
                .add(
                        "failed change of a spatial batch has no failure",
                        "results",
                        new WithoutCall("failed", 0),
                        Checks.ALL,
                        MANY);
    }

    private static void addNodes(List<Mutant> all) {
        new Area(all, "index.rtree.page.NodeStamp", TREE, SOME)
                .add("change of a node is not marked", "busy", new AnswerArgument(0));
        new Area(all, "index.rtree.page.NodeView", TREE, SOME)
                .add("node in place is not validated", "isValid", new Answer(1));
        new Area(all, "index.rtree.page.NodeCopy", TREE, SOME)
                .add(
                        "copy of a node is not validated line by line",
                        "hasEqualStamps",
                        new Answer(1),
                        Checks.NODES,
                        MANY)
                .add(
                        "copy of a node is not validated word by word",
                        "isWhole",
                        new Answer(1),
                        TREE_VERBS,
                        MANY);
    }

    /**
     * A plain store that releases a latch is not among them. It can pass no store but that of the
     * stamp, and a thread that finds the latch free and the page BUSY backs off; it could pass
     * loads, but the simulator delays stores alone.
     */
    private static void addEditor(List<Mutant> all) {
        new Area(all, "index.rtree.page.NodeEditor", TREE, SOME)
                .add("latch of a node is always free", "tryLatch", new Answer(1))
                .add("split does not lead to the right", "splitTo", new WithoutCall("word", 0))
                .add("entries leave without a word", "moved", new WithoutCall("word", 0))
                .add("summary of a group is too low", "summarise", new WithoutCall("number", 7));
        new Area(all, "index.rtree.page.NodeEditor", NODES_BUFFERED, MANY)
                .add(
                        "mark of a node has no fence",
                        "begin",
                        new WithoutCall("storeFence", 0),
                        Checks.DEATHS_BUFFERED,
                        SOME)
                .add(
                        "end of a change of a node has no fence",
                        "publish",
                        new WithoutCall("storeFence", 0))
                .add(
                        "lines of a node that dies are not marked",
                        "kill",
                        new WithoutCall("fanout", 0),
                        DEATHS,
                        Checks.VERY_MANY);
        new Area(all, "index.rtree.page.NodeUndo", Checks.ABORTS, SOME)
                .add("change that breaks off is not undone", "restore", new Answer(0))
                .add("slot is not saved for the undo", "save", new Answer(0));
        new Area(all, "index.rtree.tree.PageReserve", NODES, FEW)
                .add("change reserves no pages before it latches", "promise", new Answer(0));
    }

    /**
     * That a parent which covers a box is validated is not among them: what was read of it matters
     * only if the slot gets another child at that moment, and 150 seeds had no such case.
     */
    private static void addTrees(List<Mutant> all) {
        new Area(all, "index.rtree.tree.EntryPlacer", TREE, SOME)
                .add("parent counts as covering any box", "isCovered", new NeverBranch(4));
        new Area(all, "index.rtree.tree.IdDirectory", TREE, MANY)
                .add("object is changed by two at once", "tryClaim", new Answer(1));
        new Area(all, "index.rtree.tree.Anchor", TREE, MANY)
                .add(
                        "changes of upper pages are not counted",
                        "upperBegins upperEnded",
                        new Answer(0))
                .add(
                        "changes of parents of leaves are not counted",
                        "innerBegins innerEnded",
                        new Answer(0))
                .add("departures of entries are not counted", "leaving haveLeft", new Answer(0));
    }

    private static void addSearches(List<Mutant> all) {
        new Area(all, SEARCH + "InPlaceFeed", TREE, MANY)
                .add("search does not confirm a page", "confirm", new Answer(1))
                .add("search believes that nothing leaves", "isStill", new Answer(1));
        new Area(all, SEARCH + "LevelCache", TREE, MANY)
                .add("cache of inner pages is always current", "isCurrent", new Answer(1));
        Edit tooLarge = new TooLarge(1_000);
        new Area(all, SEARCH + "WindowSearch", TREE, FEW)
                .add("search returns rectangles too far right", "minX", tooLarge);
        new Area(all, "index.rtree.RemoteWindow", TREE_VERBS, FEW)
                .add("answer by message is too far right", "maxX", tooLarge);
        new Area(all, SEARCH + "NearestSearch", TREE, FEW)
                .add("nearest search returns rectangles too high", "maxY", tooLarge);
    }
}
