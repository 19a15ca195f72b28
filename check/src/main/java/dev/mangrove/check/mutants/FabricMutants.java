package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.FABRIC;
import static dev.mangrove.check.mutants.Checks.MANY;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/** Errors in gathers and scatters, and in the plans that they are turned into. */
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
    }
}
