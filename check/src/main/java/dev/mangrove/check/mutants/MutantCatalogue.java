package dev.mangrove.check.mutants;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.AnswerArgument;
import dev.mangrove.check.mutants.Edit.OtherBound;
import dev.mangrove.check.mutants.Edit.OtherCall;
import dev.mangrove.check.mutants.Edit.SwappedCalls;
import dev.mangrove.check.mutants.Edit.TooLarge;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.ArrayList;
import java.util.List;

/** All mutants, each with the check that must object. */
final class MutantCatalogue {
    private static final String VERBS = "ordered fine --by-verbs";
    private static final String IN_PLACE = "ordered fine --in-place";
    private static final String BUFFERED = "ordered fine --store-buffers";
    private static final String COARSE = "ordered coarse --in-place";
    private static final String SHERMAN = "ordered sherman --by-verbs";
    private static final String TREE_VERBS = "spatial rstar --by-verbs";
    private static final String TREE = "spatial rstar --in-place";
    private static final String TREE_BUFFERED = "spatial rstar --store-buffers";
    private static final int FEW = 60;
    private static final int SOME = 150;
    private static final int MANY = 400;

    /** In the order of layers. */
    static final List<Mutant> ALL = all();

    private MutantCatalogue() {}

    private static List<Mutant> all() {
        List<Mutant> all = new ArrayList<>();
        addPages(all);
        addStores(all);
        addLatches(all);
        addTrees(all);
        addNodes(all);
        addSearches(all);
        return List.copyOf(all);
    }

    /** What a reader of a page of an ordered tree believes. */
    private static void addPages(List<Mutant> all) {
        String view = "index.page.PageView";
        String copy = "index.page.PageCopy";
        all.add(
                m(
                        "page in place is not validated",
                        view,
                        "isValid",
                        new Answer(1),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "line of a range is not validated",
                        view,
                        "isLineStill",
                        new Answer(1),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "upper bound of a page is ignored",
                        view,
                        "endsBefore",
                        new Answer(0),
                        IN_PLACE,
                        FEW));
        all.add(
                m(
                        "range leaves its last key out",
                        view,
                        "collect",
                        new OtherBound(2),
                        IN_PLACE,
                        FEW));
        all.add(m("page is always tidy", view, "isTidy", new Answer(1), IN_PLACE, MANY));
        all.add(
                m(
                        "copy is not validated at all",
                        "index.access.CopiedPages",
                        "isWhole",
                        new Answer(1),
                        VERBS,
                        MANY));
        all.add(
                m(
                        "copy is not validated line by line",
                        copy,
                        "hasWholeLines",
                        new Answer(1),
                        VERBS,
                        MANY));
        all.add(
                m(
                        "copy is not validated word by word",
                        copy,
                        "isBetweenEquals",
                        new Answer(1),
                        VERBS,
                        MANY));
        all.add(
                m(
                        "page comes back in its old generation",
                        "index.page.PagePointer",
                        "nextGeneration",
                        new AnswerArgument(0),
                        IN_PLACE,
                        SOME));
    }

    /** The order of stores to a page of an ordered tree. */
    private static void addStores(List<Mutant> all) {
        String editor = "index.page.PageEditor";
        all.add(
                m(
                        "slot is taken before its key is there",
                        editor,
                        "fill",
                        new SwappedCalls("word", 1, 3),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "header changes before its bounds",
                        editor,
                        "bounds",
                        new SwappedCalls("word", 0, 2),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "page dies without a link",
                        editor,
                        "kill",
                        new WithoutCall("word", 0),
                        IN_PLACE,
                        MANY));
        all.add(
                m(
                        "split leaves entries that moved",
                        editor,
                        "split",
                        new WithoutCall("sweep", 0),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "merge that is given up leaves entries",
                        editor,
                        "abandonMerge",
                        new WithoutCall("restamp", 0),
                        IN_PLACE,
                        MANY));
        all.add(
                m(
                        "store in place is plain",
                        "index.access.DirectStore",
                        "word",
                        new OtherCall("release", 0, "plain"),
                        BUFFERED,
                        SOME));
        all.add(
                m(
                        "change in place has no fence at its end",
                        "index.access.DirectPages",
                        "settle",
                        new WithoutCall("fullFence", 0),
                        BUFFERED,
                        SOME));
        all.add(
                m(
                        "change by verbs has no fences",
                        "index.access.CopiedStore",
                        "fence",
                        new Answer(0),
                        VERBS,
                        MANY));
    }

    private static void addLatches(List<Mutant> all) {
        all.add(
                m(
                        "latch in place is taken without a swap",
                        "index.latch.SharedLatches",
                        "swap",
                        new AnswerArgument(3),
                        IN_PLACE,
                        FEW));
        all.add(
                m(
                        "latch in place is released by a plain store",
                        "index.latch.SharedLatches",
                        "release",
                        new OtherCall("release", 0, "plain"),
                        BUFFERED,
                        MANY));
        all.add(
                m(
                        "latch at the server is always free",
                        "index.latch.LocalLatches",
                        "tryAcquire",
                        new Answer(1),
                        COARSE,
                        SOME));
        all.add(
                m(
                        "latch is taken from a holder that lives",
                        "index.latch.LatchWait",
                        "isLeft",
                        new Answer(1),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "latch of the dead is never taken over",
                        "index.latch.LatchWait",
                        "ask",
                        new Answer(0),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "object is changed by two at once",
                        "index.rtree.tree.IdDirectory",
                        "tryClaim",
                        new Answer(1),
                        TREE,
                        MANY));
    }

    private static void addTrees(List<Mutant> all) {
        String merger = "index.btree.level.Merger";
        all.add(
                m(
                        "what the dead left is not put in order",
                        merger,
                        "prepare",
                        new Answer(1),
                        IN_PLACE,
                        MANY));
        all.add(
                m(
                        "merge of pages that are no neighbours",
                        merger,
                        "fits",
                        new Answer(1),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "merged page stays alive",
                        merger,
                        "end",
                        new WithoutCall("kill", 0),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "merge forgets the entries",
                        merger,
                        "carryOut",
                        new WithoutCall("fillAhead", 0),
                        IN_PLACE,
                        SOME));
        all.add(
                m(
                        "split forgets to write the right page",
                        "index.btree.level.Inserter",
                        "split",
                        new WithoutCall("writeAhead", 0),
                        IN_PLACE,
                        FEW));
        all.add(
                m(
                        "root of a server's tree is not swapped",
                        "index.btree.level.LocalRoot",
                        "swap",
                        new Answer(1),
                        COARSE,
                        SOME));
        all.add(
                m(
                        "leader gives all the same result",
                        "index.btree.partition.DelegatingPartition",
                        "distribute",
                        new Edit.OtherBranch(1),
                        SHERMAN,
                        MANY));
    }

    /** Pages of R-trees: their stores, fences and validations. */
    private static void addNodes(List<Mutant> all) {
        String editor = "index.rtree.page.NodeEditor";
        String copy = "index.rtree.page.NodeCopy";
        all.add(
                m(
                        "change of a node is not marked",
                        "index.rtree.page.NodeStamp",
                        "busy",
                        new AnswerArgument(0),
                        TREE,
                        SOME));
        all.add(
                m(
                        "node in place is not validated",
                        "index.rtree.page.NodeView",
                        "isValid",
                        new Answer(1),
                        TREE,
                        SOME));
        all.add(
                m(
                        "mark of a node has no fence",
                        editor,
                        "begin",
                        new WithoutCall("storeFence", 0),
                        TREE_BUFFERED,
                        SOME));
        all.add(
                m(
                        "end of a change of a node has no fence",
                        editor,
                        "publish",
                        new WithoutCall("storeFence", 0),
                        TREE_BUFFERED,
                        MANY));
        all.add(
                m(
                        "end of a change of a node is plain",
                        editor,
                        "publish",
                        new OtherCall("release", 0, "word"),
                        TREE_BUFFERED,
                        MANY));
        all.add(m("latch of a node is always free", editor, "tryLatch", new Answer(1), TREE, SOME));
        all.add(
                m(
                        "latch of a node is released by a plain store",
                        editor,
                        "unlatch",
                        new OtherCall("release", 0, "word"),
                        TREE_BUFFERED,
                        MANY));
        all.add(
                m(
                        "split does not lead to the right",
                        editor,
                        "splitTo",
                        new WithoutCall("word", 0),
                        TREE,
                        SOME));
        all.add(
                m(
                        "entries leave without a word",
                        editor,
                        "moved",
                        new WithoutCall("word", 0),
                        TREE,
                        SOME));
        all.add(
                m(
                        "summary of a group is too low",
                        editor,
                        "summarise",
                        new WithoutCall("number", 7),
                        TREE,
                        FEW));
        all.add(
                m(
                        "copy of a node is not validated line by line",
                        copy,
                        "hasEqualStamps",
                        new Answer(1),
                        TREE,
                        SOME));
        all.add(
                m(
                        "copy of a node is not validated word by word",
                        copy,
                        "isBetweenEquals",
                        new Answer(1),
                        TREE,
                        SOME));
    }

    private static void addSearches(List<Mutant> all) {
        String anchor = "index.rtree.tree.Anchor";
        all.add(
                m(
                        "change of an upper page is not counted",
                        anchor,
                        "begins",
                        new WithoutCall("increment", 0),
                        TREE,
                        MANY));
        all.add(
                m(
                        "departure of entries is not counted",
                        anchor,
                        "leaving",
                        new WithoutCall("increment", 0),
                        TREE,
                        MANY));
        all.add(
                m(
                        "search does not confirm a page",
                        "index.rtree.search.InPlaceFeed",
                        "confirm",
                        new Answer(1),
                        TREE,
                        SOME));
        all.add(
                m(
                        "search believes that nothing leaves",
                        "index.rtree.search.InPlaceFeed",
                        "isStill",
                        new Answer(1),
                        TREE,
                        MANY));
        all.add(
                m(
                        "search returns rectangles too far right",
                        "index.rtree.search.WindowSearch",
                        "minX",
                        new TooLarge(1_000),
                        TREE,
                        FEW));
        all.add(
                m(
                        "answer by message is too far right",
                        "index.rtree.RemoteWindow",
                        "maxX",
                        new TooLarge(1_000),
                        TREE_VERBS,
                        FEW));
        all.add(
                m(
                        "nearest search returns rectangles too high",
                        "index.rtree.search.NearestSearch",
                        "maxY",
                        new TooLarge(1_000),
                        TREE,
                        FEW));
    }

    private static Mutant m(
            String name, String type, String method, Edit edit, String check, int seeds) {
        return new Mutant(name, type, method, edit, check, seeds);
    }
}
