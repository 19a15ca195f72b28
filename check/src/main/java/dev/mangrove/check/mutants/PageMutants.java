package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.COARSE_VERBS;
import static dev.mangrove.check.mutants.Checks.COPIES;
import static dev.mangrove.check.mutants.Checks.LOADS;
import static dev.mangrove.check.mutants.Checks.MANY;
import static dev.mangrove.check.mutants.Checks.MERGES;
import static dev.mangrove.check.mutants.Checks.PAGES;
import static dev.mangrove.check.mutants.Checks.PAGES_BUFFERED;
import static dev.mangrove.check.mutants.Checks.RANGES;
import static dev.mangrove.check.mutants.Checks.RANGES_BUFFERED;
import static dev.mangrove.check.mutants.Checks.REUSE;
import static dev.mangrove.check.mutants.Checks.SOME;
import static dev.mangrove.check.mutants.Checks.VERBS;
import static dev.mangrove.check.mutants.Checks.VERY_MANY;
import static dev.mangrove.check.mutants.Checks.WRITES;

import dev.mangrove.check.mutants.Edit.AlwaysBranch;
import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.AnswerArgument;
import dev.mangrove.check.mutants.Edit.OneConstant;
import dev.mangrove.check.mutants.Edit.OtherBound;
import dev.mangrove.check.mutants.Edit.OtherBranch;
import dev.mangrove.check.mutants.Edit.OtherCall;
import dev.mangrove.check.mutants.Edit.OtherConstant;
import dev.mangrove.check.mutants.Edit.SwappedCalls;
import dev.mangrove.check.mutants.Edit.SwappedLinesOf;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/** Errors in pages of ordered trees: what a reader believes, and the order of a writer's stores. */
final class PageMutants {
    /** The mark of a passed line, in a stamp. */
    private static final int PASSED = 8;

    private PageMutants() {}

    static void addTo(List<Mutant> all) {
        addReads(all);
        addCopies(all);
        addEdits(all);
        addMarks(all);
        addStores(all);
    }

    /** Marks of lines that an entry has passed on the way from its hash line to its slot. */
    private static void addMarks(List<Mutant> all) {
        new Area(all, "index.page.LineStamp", PAGES, SOME)
                .add("search ends at the hash line", "isPassed", new Answer(0))
                .add("line forgets that it was passed", "next", new OtherConstant(PASSED, 0));
        new Area(all, "index.page.WordPageEditor", PAGES, SOME)
                .add("entry marks no line that it passes", "pass", new Answer(0))
                .add("sweep forgets all marks", "passedByThoseWithinBounds", new Answer(0))
                .add("merged entries mark no lines", "passed", new AlwaysBranch(0), MERGES, MANY)
                .add(
                        "line is marked after the entry",
                        "fill",
                        new SwappedLinesOf("pass", "add"),
                        Checks.EDITS,
                        SOME);
        new Area(all, "index.page.WordPageImage", PAGES, MANY)
                .add("new page has no marks", "stampLines", new OtherConstant(PASSED, 0));
        new Area(all, "index.btree.level.LeafLevel", MERGES, MANY)
                .add(
                        "entry is added while a merge is unfinished",
                        "changeNear",
                        new OtherBranch(1));
    }

    private static void addReads(List<Mutant> all) {
        new Area(all, "index.page.PageView", PAGES, SOME)
                .add("page in place is not validated", "isValid", new Answer(1))
                .add("page is always tidy", "isTidy", new Answer(1))
                .add(
                        "generation of a page is not compared",
                        "relate",
                        new AlwaysBranch(1),
                        REUSE,
                        MANY)
                .add("dead page is taken for a live one", "relate", new AlwaysBranch(2))
                .add(
                        "lower bound of a page is ignored",
                        "relate",
                        new AlwaysBranch(4),
                        VERBS,
                        MANY);
        new Area(all, "index.page.WordPageView", PAGES, SOME)
                .add("upper bound of a page is ignored", "endsBefore", new Answer(0))
                .add("range of one key is empty", "collect", new OtherBound(0))
                .add("range takes keys beyond its bounds", "isBetween", new Answer(1))
                .add(
                        "line of a range is not validated",
                        "areLinesStill",
                        new Answer(1),
                        RANGES,
                        SOME);
        new Area(all, "index.page.LineStamp", PAGES, MANY)
                .add("range takes lines that are not swept", "hasEqualCounts", new Answer(1))
                .add(
                        "version of a line has two bits",
                        "next",
                        new OtherConstant((1L << 40) - 16, 0x3 << 4),
                        RANGES,
                        VERY_MANY);
        new Area(all, "index.page.EntrySort", Checks.ALL, MANY)
                .add(
                        "entries of one bucket overwrite each other",
                        "scatter",
                        new OneConstant(1, 0, 2))
                .add("sort returns entries of the one before", "scatter", new Answer(0));
        new Area(all, "index.page.PagePointer", PAGES, SOME)
                .add(
                        "page comes back in its old generation",
                        "nextGeneration",
                        new AnswerArgument(0));
    }

    private static void addCopies(List<Mutant> all) {
        new Area(all, "index.access.CopiedReads", VERBS, MANY)
                .add("copy is not validated at all", "isWhole", new Answer(1))
                .add(
                        "torn lines of a copy are believed",
                        "tornLines",
                        new Answer(0),
                        Checks.WRITES,
                        MANY);
        new Area(all, "index.page.PageCopy", VERBS, MANY)
                .add(
                        "copy is not validated line by line",
                        "hasWholeLines",
                        new Answer(1),
                        COPIES,
                        SOME);
        new Area(all, "index.access.CopiedReads", COARSE_VERBS, MANY)
                .add("copy of a server's page is not validated", "isWhole", new Answer(1));
    }

    private static void addEdits(List<Mutant> all) {
        new Area(all, "index.page.WordPageEditor", PAGES, SOME)
                .add("slot is taken before its key is there", "add", new SwappedCalls("word", 1, 3))
                .add(
                        "header changes before its bounds",
                        "bounds",
                        new SwappedCalls("word", 0, 2),
                        MERGES,
                        MANY)
                .add("batch of an edit is too small", "mostStores", new Answer(12), VERBS, SOME);
        new Area(all, "index.page.PageEditor", PAGES, SOME)
                .add("page dies without a link", "kill", new WithoutCall("word", 0), LOADS, MANY)
                .add(
                        "page dies before it has its link",
                        "kill",
                        new SwappedCalls("word", 0, 1),
                        LOADS,
                        MANY)
                .add("entries that moved are never swept", "sweep", new Answer(0))
                .add(
                        "merge that is given up leaves entries",
                        "abandonMerge",
                        new WithoutCall("restamp", 0),
                        MERGES,
                        MANY);
    }

    private static void addStores(List<Mutant> all) {
        new Area(all, "index.access.DirectStore", RANGES_BUFFERED, SOME)
                .add("store in place is plain", "word", new OtherCall("release", 0, "plain"));
        new Area(all, "index.access.DirectPages", PAGES_BUFFERED, SOME)
                .add(
                        "change in place has no fence at its end",
                        "settle",
                        new WithoutCall("fullFence", 0));
        new Area(all, "index.access.CopiedStore", WRITES, SOME)
                .add("change by verbs has no fences", "fence", new Answer(0));
        new Area(all, "index.page.WordPageEditor", WRITES, SOME)
                .add(
                        "slot by verbs has no fence before its stamp",
                        "add",
                        new WithoutCall("fence", 0));
        new Area(all, "index.page.PageEditor", WRITES, MANY)
                .add(
                        "entries of a merge by verbs have no fence before their stamp",
                        "stamp",
                        new WithoutCall("fence", 0));
        new Area(all, "index.page.WordPageEditor", Checks.EDITS, SOME)
                .add("bounds have no fence before the header", "bounds", fence(0))
                .add("slot has no fence before its stamp", "add", fence(0))
                .add("slot has no fence behind its stamp", "add", fence(1))
                .add("value has no fence behind it", "value", fence(0));
        new Area(all, "index.page.PageEditor", Checks.EDITS, SOME)
                .add("page dies without a fence behind its link", "kill", fence(0))
                .add("slot that is freed has no fence behind it", "clear", fence(0))
                .add("bounds have no fence before lines are swept", "sweep", fence(0))
                .add("lines that were swept have no fence behind them", "sweep", fence(1))
                .add("entries filled ahead have no fence behind them", "fillAhead", fence(0))
                .add("merged bounds have no fence behind them", "merge", fence(0))
                .add("partner of a merge has no fence behind it", "link", fence(0));
    }

    private static WithoutCall fence(int number) {
        return new WithoutCall("fence", number);
    }
}
