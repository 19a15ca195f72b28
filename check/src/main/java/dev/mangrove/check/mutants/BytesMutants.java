package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.BYTES;
import static dev.mangrove.check.mutants.Checks.FEW;
import static dev.mangrove.check.mutants.Checks.SOME;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.WithoutCall;

import java.util.List;

/** Errors in trees of byte strings. */
final class BytesMutants {
    private static final String TREE = "index.bytes.tree.";

    private BytesMutants() {}

    static void addTo(List<Mutant> all) {
        new Area(all, TREE + "TreeLock", BYTES, SOME)
                .add(
                        "reader of byte strings takes no lock",
                        "lockShared unlockShared",
                        new Answer(0));
        new Area(all, TREE + "TreeScan", BYTES, FEW)
                .add("scan of byte strings ends at its first leaf", "isLast", new Answer(1));
        new Area(all, TREE + "BytesTree", BYTES, FEW)
                .add("expected value is not compared", "hasValue", new Answer(1))
                .add(
                        "sweep removes an entry that was renewed",
                        "isStillExpired",
                        new Answer(1),
                        Checks.SWEEPS,
                        SOME)
                .add("extent of a replaced value is not freed", "put", new WithoutCall("free", 0));
        new Area(all, TREE + "TreePages", BYTES, FEW)
                .add("expired entry stays visible", "isExpired", new Answer(0))
                .add("entry expires at once", "timeLeft", new Answer(0));
        new Area(all, TREE + "TreeShrinking", BYTES, FEW)
                .add(
                        "merged page of byte strings stays in its parent",
                        "merge",
                        new WithoutCall("clear", 0));
    }
}
