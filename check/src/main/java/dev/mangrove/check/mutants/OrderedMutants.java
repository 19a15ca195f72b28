package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.LOADS;
import static dev.mangrove.check.mutants.Checks.MANY;
import static dev.mangrove.check.mutants.Checks.MERGES;
import static dev.mangrove.check.mutants.Checks.PAGES;
import static dev.mangrove.check.mutants.Checks.SHERMAN;
import static dev.mangrove.check.mutants.Checks.SOME;
import static dev.mangrove.check.mutants.Checks.VERY_MANY;

import dev.mangrove.check.mutants.Edit.AlwaysBranch;
import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.OneConstant;
import dev.mangrove.check.mutants.Edit.OtherBranch;
import dev.mangrove.check.mutants.Edit.OtherConstant;
import dev.mangrove.check.mutants.Edit.WithoutCall;
import dev.mangrove.check.mutants.Edit.WithoutHandler;

import java.util.List;

/** Errors in ordered trees: walks, splits, merges, loads, the root. */
final class OrderedMutants {
    private static final String LEVEL = "index.btree.level.";
    private static final String LEAVES = "index.btree.leaves.";

    private OrderedMutants() {}

    static void addTo(List<Mutant> all) {
        addMerges(all);
        addWalks(all);
        addRanges(all);
        addLoads(all);
        addMoves(all);
        addKeepers(all);
        addLateSeparators(all);
        addManyGets(all);
        addServerTrees(all);
        addMeganodes(all);
        addBatches(all);
        addServerBatches(all);
        addMemory(all);
        new Area(all, LEVEL + "LeafLevel", Checks.ALL, MANY)
                .add(
                        "put fails for lack of memory after it took effect",
                        "postSeparator",
                        new WithoutHandler("RequestRefusedException"));
        new Area(all, LEVEL + "LeafLevel", PAGES, SOME)
                .add(
                        "change takes its key for absent without a search",
                        "changeNear",
                        new OneConstant(0, 1, 0));
        new Area(all, "index.btree.local.LocalRoot", PAGES, SOME)
                .add("root of a server's tree is not swapped", "swap", new Answer(1));
        new Area(all, "index.btree.partition.DelegatingPartition", SHERMAN, MANY)
                .add("leader gives all the same result", "distribute", new OtherBranch(1));
    }

    private static void addMerges(List<Mutant> all) {
        new Area(all, LEVEL + "Merger", PAGES, VERY_MANY)
                .add("what the dead left is not put in order", "prepare", new Answer(1));
        new Area(all, LEVEL + "Merger", PAGES, SOME)
                .add("merge of pages that do not fit together", "fits", new Answer(1))
                .add("merged page stays alive", "end", new WithoutCall("kill", 0))
                .add("merge forgets the entries", "carryOut", new WithoutCall("fillAhead", 0))
                .add(
                        "merge does not name its partner",
                        "carryOut",
                        new WithoutCall("link", 1),
                        MERGES,
                        MANY)
                .add(
                        "merge that has begun again is undone",
                        "isLinked",
                        new Answer(0),
                        MERGES,
                        Checks.MOST);
        new Area(all, LEVEL + "LeafMerges", PAGES, SOME)
                .add("merged page is never freed", "merge", new WithoutCall("free", 0));
    }

    private static void addMemory(List<Mutant> all) {
        new Area(all, "server.memory.GrantTable", Checks.VERBS, SOME)
                .add("slice is given twice", "take", new WithoutCall("set", 0))
                .add("drop takes memory of other indexes", "leaveAll", new OtherBranch(2));
        new Area(all, "index.access.IndexPresence", Checks.VERBS, SOME)
                .add("view does not notice a drop", "check", new Answer(0));
    }

    private static void addWalks(List<Mutant> all) {
        new Area(all, LEVEL + "LevelWalk", PAGES, SOME)
                .add("walk does not follow a right link", "onward", new WithoutCall("right", 0))
                .add(
                        "walk leaves a stale entry as it is",
                        "findFrom",
                        new WithoutCall("correct", 0),
                        Checks.VERBS,
                        SOME);
    }

    private static void addRanges(List<Mutant> all) {
        new Area(all, LEAVES + "LeavesAhead", Checks.VERBS, SOME)
                .add(
                        "scan uses a leaf that was read ahead for another key",
                        "covers",
                        new Answer(1));
        new Area(all, "index.access.LineLookups", Checks.WRITES, MANY)
                .add("lookup by lines uses lines that are torn", "isTorn", new Answer(0));
        new Area(all, "index.page.PageOutline", Checks.VERBS, SOME)
                .add("count does not ask whether a leaf covers the key", "covers", new Answer(1))
                .add(
                        "count does not compare the stamps of a leaf again",
                        "isUnchanged",
                        new Answer(1),
                        Checks.COUNTS,
                        MANY);
    }

    private static void addServerTrees(List<Mutant> all) {
        new Area(all, LEVEL + "Descent", Checks.COARSE_VERBS, SOME)
                .add(
                        "descent in a server's tree does not follow a right link",
                        "aside",
                        new WithoutCall("right", 0));
    }

    private static void addMeganodes(List<Mutant> all) {
        new Area(all, "index.access.LocalPages", Checks.CELL, SOME)
                .add("server reads a page of another server", "reaches", new Answer(1));
        new Area(all, LEVEL + "TreeReplacement", Checks.CELL, MANY)
                .add("tree is spread without a late put", "isEqual", new Answer(1));
        new Area(all, "index.btree.meganode.TreeExtension", Checks.CELL, MANY)
                .add("tree is extended below its last key", "endsBefore", new Answer(1));
        new Area(all, LEVEL + "InnerChanges", Checks.CELL, SOME)
                .add("first page of a meganode is merged away", "isFirstChild", new Answer(0));
        new Area(all, "index.btree.meganode.MeganodeRoot", Checks.CELL, SOME)
                .add("request starts at a page that is no meganode's root", "start", new Answer(1));
        new Area(all, LEVEL + "InnerLevels", Checks.CELL_IN_PLACE, MANY)
                .add(
                        "leaf that led a request elsewhere stays a hint",
                        "forgetLeafOfCopy",
                        new WithoutCall("removeLowest", 0));
        new Area(all, "server.service.MeganodeBatch", Checks.CELL, SOME)
                .add(
                        "batch goes on after an operation of another server",
                        "isStopped",
                        new Answer(0));
    }

    private static void addMoves(List<Mutant> all) {
        new Area(all, "index.btree.meganode.PageMoves", Checks.CELL, SOME)
                .add("page moves though it changed after the copy", "isAsCopied", new Answer(1))
                .add("page that has moved stays alive", "forward", new WithoutCall("kill", 0))
                .add(
                        "abandoned copy is never freed",
                        "discard",
                        new WithoutCall("putBack", 0),
                        Checks.CELL,
                        MANY)
                .add("move that took effect is undone", "cancel", new Answer(0))
                .add(
                        "slow client moves a page whose copy was freed",
                        "cancel",
                        new WithoutCall("abandonMerge", 0),
                        Checks.CELL,
                        MANY);
        new Area(all, LEVEL + "LeafLevel", Checks.CELL, SOME)
                .add("left neighbour leads to the old page", "relinkLocked", new Answer(0));
        new Area(all, LEVEL + "InnerChanges", Checks.CELL, SOME)
                .add(
                        "level above names the old page",
                        "repointLocked",
                        new WithoutCall("value", 0));
        new Area(all, "server.state.PendingMoves", Checks.CELL, MANY)
                .add("page moves on while its move is not complete", "isArriving", new Answer(0));
        new Area(all, "index.btree.partition.MeganodeMover", Checks.CELL, SOME)
                .add("old page is freed while pointers lead to it", "relink", new Answer(0));
    }

    private static void addKeepers(List<Mutant> all) {
        new Area(all, "index.btree.keeper.MeganodeKeeper", Checks.CELL, SOME)
                .add("keeper places meganodes at a server that leaves", "getsSome", new Answer(1))
                .add("keeper moves meganodes that are not new", "hasBegunBySplit", new Answer(1));
        new Area(all, "index.btree.partition.MeganodeMover", Checks.CELL, SOME)
                .add("keeper leaves a meganode at two servers", "isWhole", new Answer(1))
                .add("copy of a mover that lives is freed unasked", "cancel", new Answer(0));
        new Area(all, "index.btree.meganode.MeganodeTree", Checks.MEGANODES, MANY)
                .add("root of a small tree moves to another server", "isDivided", new Answer(1));
        new Area(all, LEVEL + "StructureGuard", Checks.MEGANODES, MANY)
                .add("merges and moves of a server exclude nobody", "tryEnter", new Answer(1));
    }

    /** Entries of pages that are gone, because their separators came late. */
    private static void addLateSeparators(List<Mutant> all) {
        new Area(all, "index.btree.meganode.HomeRoot", Checks.MEGANODES, MANY)
                .add("home server hides that a page is gone", "isGone", new Answer(0));
        new Area(all, "index.btree.meganode.MeganodeTree", Checks.MEGANODES, Checks.VERY_MANY)
                .add(
                        "home server hides from separators that a page is gone",
                        "leftOutcome",
                        new Answer(2));
        new Area(all, "index.btree.partition.Meganodes", Checks.MEGANODES, MANY)
                .add("entry that names a gone page stays", "withdraw", new Answer(0))
                .add("first entry keeps naming a gone page", "cover", new Answer(0));
        new Area(all, LEVEL + "InnerChanges", Checks.MEGANODES, MANY)
                .add(
                        "server looks for the page before its first one",
                        "withdrawAt",
                        new AlwaysBranch(1))
                .add(
                        "server leaves the first entry of a gone page",
                        "withdrawFrom",
                        new WithoutCall("value", 0));
        new Area(all, "index.btree.meganode.PageMoves", Checks.MEGANODES, MANY)
                .add(
                        "gone page stays named above one of another server",
                        "withdraw",
                        new WithoutHandler("ForeignPageException"));
    }

    private static void addManyGets(List<Mutant> all) {
        new Area(all, LEAVES + "LeafLookups", Checks.VERBS, SOME)
                .add("many gets search leaves that do not cover them", "covers", new Answer(1))
                .add(
                        "many gets in place are not validated",
                        "search",
                        new AlwaysBranch(2),
                        Checks.IN_PLACE,
                        MANY);
        new Area(all, "index.page.LinesInPlace", Checks.COARSE, MANY)
                .add(
                        "lines in place of leaves that do not cover the key",
                        "covers",
                        new Answer(1),
                        Checks.GETS,
                        VERY_MANY)
                .add(
                        "lines in place are not compared again",
                        "isUnchanged",
                        new Answer(1),
                        Checks.GETS,
                        VERY_MANY);
        new Area(all, "index.btree.partition.RemoteCalls", Checks.COARSE_VERBS, SOME)
                .add("many gets by message find nothing", "awaitGets", new WithoutCall("found", 0));
    }

    private static void addBatches(List<Mutant> all) {
        new Area(all, LEAVES + "LeafBatch", Checks.VERBS, SOME)
                .add(
                        "batch reports a read for the wrong operation",
                        "readTogether",
                        new WithoutCall("tag", 0))
                .add(
                        "batch changes leaves that do not cover the keys",
                        "isFor",
                        new Answer(1),
                        Checks.VERBS,
                        MANY);
        new Area(all, "index.btree.partition.RemoteCalls", Checks.COARSE_VERBS, SOME)
                .add(
                        "batch by message gives a get its neighbour's value",
                        "takeResults",
                        new OtherConstant(2, 1));
        new Area(all, LEAVES + "KeyOperations", Checks.ALL, MANY)
                .add(
                        "failed operation hides those behind it",
                        "run",
                        new WithoutHandler("RuntimeException"));
    }

    private static void addServerBatches(List<Mutant> all) {
        new Area(all, "server.service.OperationRun", Checks.COARSE_VERBS, SOME)
                .add(
                        "server gives a get of a batch its neighbour's value",
                        "run",
                        new OtherConstant(2, 1))
                .add(
                        "failed operation of a batch fails those before it",
                        "run",
                        new WithoutHandler("RuntimeException"),
                        Checks.ALL,
                        MANY);
    }

    private static void addLoads(List<Mutant> all) {
        new Area(all, LEVEL + "TreeReplacement", LOADS, MANY)
                .add("loaded tree replaces entries", "replaceLocked", new WithoutCall("count", 0))
                .add("replaced leaf stays alive", "replaceBy", new WithoutCall("kill", 0))
                .add("tree is replaced though it has leaves", "replace", new AlwaysBranch(1));
        new Area(all, "index.btree.load.LevelWriter", LOADS, SOME)
                .add("loaded inner pages have one child", "leaves", new OtherConstant(2, 1));
    }
}
