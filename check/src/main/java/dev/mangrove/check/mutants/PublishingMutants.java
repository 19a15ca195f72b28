package dev.mangrove.check.mutants;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.NeverBranch;
import dev.mangrove.check.mutants.Edit.SwappedLinesOf;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/** Errors in the order of a page and the pointer to it: a pointer comes last. */
final class PublishingMutants {
    private static final String LEVEL = "index.btree.level.";

    private PublishingMutants() {}

    static void addTo(List<Mutant> all) {
        new Area(all, LEVEL + "Inserter", Checks.PAGES, Checks.SOME)
                .add(
                        "split forgets to write the right page",
                        "writeRight",
                        new WithoutCall("writeAhead", 0))
                .add(
                        "split is published before the right page is written",
                        "split",
                        new SwappedLinesOf("writeRight", "split"));
        new Area(all, LEVEL + "RootChanges", Checks.PAGES, Checks.SOME)
                .add(
                        "root is published before it is written",
                        "grow",
                        new SwappedLinesOf("write", "swap"));
        new Area(all, LEVEL + "SlotRoot", Checks.VERBS, Checks.SOME)
                .add(
                        "client whose root was not taken goes on as if it was",
                        "swap",
                        new NeverBranch(1));
        // The fence behind the right page alone is not missed: new bounds begin with another one.
        new Area(all, "index.access.CopiedPages", Checks.WRITES, Checks.SOME)
                .add("split is published before the right page is visible", "fence", new Answer(0));
    }
}
