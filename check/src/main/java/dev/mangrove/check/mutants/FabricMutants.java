package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.FABRIC;
import static dev.mangrove.check.mutants.Checks.MANY;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.WithoutCall;
import dev.mangrove.check.mutants.Edit.WithoutHandler;

import java.util.List;

/** Errors in gathers, scatters and groups, and in the plans that they are turned into. */
final class FabricMutants {
    private FabricMutants() {}

    static void addTo(List<Mutant> all) {
        new Area(all, "fabric.Lowering", FABRIC, MANY)
                .add("guards of a gather are not compared", "changedGuards", new Answer(0));
        new Area(all, "fabric.FragmentCursor", FABRIC, MANY)
                .add("run of a row begins at its start", "nextRun", new WithoutCall("offset", 0));
        new Area(all, "fabric.Selection", FABRIC, MANY)
                .add("all rows lie where the first does", "row", new WithoutCall("period", 0));
        new Area(all, "fabric.transfer.TransferPlan", FABRIC, MANY)
                .add("fragment is taken from the start of its box", "place", new Answer(0));
        addGroups(all);
    }

    private static void addGroups(List<Mutant> all) {
        Edit uncaught = new WithoutHandler("FabricException");
        new Area(all, "fabric.ScatterGroup", FABRIC, MANY)
                .add("lost server of a group fails the posting", "submit", uncaught)
                .add("lost server of a group ends the wait for others", "await", uncaught);
        new Area(all, "fabric.SelectiveRequests", FABRIC, MANY)
                .add("writes of selections share a copy", "copy", new WithoutCall("length", 1));
    }
}
