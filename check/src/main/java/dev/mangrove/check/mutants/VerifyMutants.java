package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.SOME;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/**
 * Errors after which searches still find all that there is. Only a verification notices them, as it
 * compares leaves with counts that are kept apart from them.
 */
final class VerifyMutants {
    private static final String LEVEL = "index.btree.level.";

    private VerifyMutants() {}

    static void addTo(List<Mutant> all) {
        new Area(all, LEVEL + "LeafLevel", Checks.COARSE_VERBS, SOME)
                .add("insert is not counted", "insert", new WithoutCall("count", 0))
                .add("insert near its line is not counted", "addNear", new WithoutCall("count", 0))
                .add("delete is not counted", "apply", new WithoutCall("count", 0));
        new Area(all, "index.btree.local.LocalTree", Checks.COARSE_VERBS, SOME)
                .add("loaded entries are not counted", "adopt", new WithoutCall("add", 0));
        new Area(all, "index.btree.meganode.MeganodeTree", Checks.CELL, SOME)
                .add(
                        "entries of a tree that is spread count twice",
                        "replace",
                        new WithoutCall("add", 0))
                .add(
                        "entries loaded into meganodes are not counted",
                        "replaceEmptied",
                        new WithoutCall("loaded", 0));
        new Area(all, "index.btree.meganode.PageMoves", Checks.CELL, SOME)
                .add("sender keeps the count of a leaf", "forward", new WithoutCall("add", 0));
        new Area(all, "server.state.PendingMoves", Checks.CELL, SOME)
                .add("receiver does not count a leaf", "complete", new WithoutCall("add", 0));
        new Area(all, "server.state.PageSpace", Checks.VERBS, SOME)
                .add("server forgets which pages it allocated", "allocated", new Answer(0));
        new Area(all, "index.bytes.tree.BytesTree", Checks.BYTES, SOME)
                .add("put of byte strings is not counted", "put", new WithoutCall("count", 0))
                .add(
                        "delete of byte strings is not counted",
                        "delete",
                        new WithoutCall("count", 0));
        new Area(all, "index.page.WordPageEditor", Checks.PAGES, SOME)
                .add(
                        "lines are stamped as swept with entries past the bound",
                        "withinBounds",
                        new WithoutCall("endsBefore", 0));
    }
}
