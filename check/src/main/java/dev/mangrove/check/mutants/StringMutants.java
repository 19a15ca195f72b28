package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.BYTES_SHERMAN;
import static dev.mangrove.check.mutants.Checks.EXTENTS;
import static dev.mangrove.check.mutants.Checks.MANY;
import static dev.mangrove.check.mutants.Checks.SOME;
import static dev.mangrove.check.mutants.Checks.STRING_COPIES;
import static dev.mangrove.check.mutants.Checks.STRING_EDITS;
import static dev.mangrove.check.mutants.Checks.STRING_MERGES;
import static dev.mangrove.check.mutants.Checks.STRING_PAGES;
import static dev.mangrove.check.mutants.Checks.STRING_RANGES;

import dev.mangrove.check.mutants.Edit.AlwaysBranch;
import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.AnswerArgument;
import dev.mangrove.check.mutants.Edit.OneConstant;
import dev.mangrove.check.mutants.Edit.OtherCall;
import dev.mangrove.check.mutants.Edit.SwappedLinesOf;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/** Errors in pages of ordered trees whose keys are byte strings. */
final class StringMutants {
    private StringMutants() {}

    static void addTo(List<Mutant> all) {
        addReads(all);
        addEdits(all);
        addStores(all);
        addKeepers(all);
    }

    private static void addReads(List<Mutant> all) {
        new Area(all, "index.page.strings.StringPageView", STRING_PAGES, SOME)
                .add("string page ignores its upper bound", "endsBefore", new Answer(0))
                .add("string page takes every entry for its own", "isWithinBounds", new Answer(1));
        new Area(all, "index.page.strings.StringPageView", STRING_COPIES, MANY)
                .add("copy of a string page has no upper bound", "isBelowHigh", new Answer(1))
                .add(
                        "string page believes an extent that is gone",
                        "isValid",
                        new WithoutCall("hasFailed", 0));
        new Area(all, "index.page.PageView", STRING_RANGES, SOME)
                .add("line of a range of strings is not validated", "isLineStill", new Answer(1));
        new Area(all, "index.page.strings.StringKeyReader", STRING_PAGES, SOME)
                .add("string page does not compare long keys", "compareExtent", new Answer(0))
                .add("key before another string is that string", "orderOf", new Answer(0));
        new Area(all, "index.page.strings.StringPage", STRING_COPIES, SOME)
                .add("copy of a string page is not validated", "isWhole", new Answer(1));
        new Area(all, "index.page.strings.KeyArena", STRING_PAGES, SOME)
                .add(
                        "separator of strings is the key before it",
                        "separator",
                        new AnswerArgument(1));
    }

    private static void addEdits(List<Mutant> all) {
        new Area(all, "index.page.strings.StringPageEditor", EXTENTS, SOME)
                .add(
                        "value of a string overwrites the one in use",
                        "replace",
                        new OneConstant(1, 0, 0));
        new Area(all, "index.page.strings.StringPageEditor", STRING_PAGES, SOME)
                .add("value of a string keeps its kind", "replace", new WithoutCall("put", 0))
                .add("string page changes the bound in use", "bounds", new AlwaysBranch(0))
                .add(
                        "string page loses extents of moved entries twice",
                        "withinBounds",
                        new AlwaysBranch(1),
                        STRING_MERGES,
                        MANY);
        new Area(all, "index.page.strings.StringPageImage", STRING_PAGES, SOME)
                .add(
                        "prefix of a string page is longer than bounds share",
                        "prefix",
                        new Answer(37));
    }

    private static void addStores(List<Mutant> all) {
        new Area(all, "index.page.strings.StringPageEditor", STRING_EDITS, SOME)
                .add(
                        "string has no fence before its stamp",
                        "stampLine",
                        new WithoutCall("fence", 0))
                .add(
                        "string has no fence behind its stamp",
                        "stampLine",
                        new WithoutCall("fence", 1));
    }

    /**
     * Merges of sparse leaves, by keepers as well as by clients that delete. That a keeper says
     * that it joins is not among the errors: a client that asks for an extent joins by that, and
     * what a dead keeper has replaced is found by a search that no server has asked for.
     */
    private static void addKeepers(List<Mutant> all) {
        new Area(all, "index.bytes.spread.SparseLeaves", BYTES_SHERMAN, MANY)
                .add(
                        "keeper uses extents of keys again that it has moved",
                        "visit",
                        new OtherCall("done", 0, "putBackTaken"));
        new Area(all, "index.btree.level.Merger", BYTES_SHERMAN, SOME)
                .add("keeper merges leaves that are no neighbours", "fits", new Answer(1));
        new Area(all, "index.btree.level.LeafMerges", BYTES_SHERMAN, SOME)
                .add("merged leaf of strings is never freed", "merge", new WithoutCall("free", 0));
        new Area(all, "index.btree.level.Merger", STRING_MERGES, MANY)
                .add(
                        "bound of strings moves before their entries are there",
                        "carryOut",
                        new SwappedLinesOf("fillAhead", "merge"))
                .add("merged page of strings stays alive", "end", new WithoutCall("kill", 0))
                .add(
                        "merge of strings does not name its partner",
                        "carryOut",
                        new WithoutCall("link", 1));
    }
}
