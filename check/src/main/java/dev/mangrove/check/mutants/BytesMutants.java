package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.BYTES;
import static dev.mangrove.check.mutants.Checks.FEW;
import static dev.mangrove.check.mutants.Checks.MANY;
import static dev.mangrove.check.mutants.Checks.SOME;
import static dev.mangrove.check.mutants.Checks.STRINGS;
import static dev.mangrove.check.mutants.Checks.SWAPS;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.AnswerArgument;
import dev.mangrove.check.mutants.Edit.OtherCall;
import dev.mangrove.check.mutants.Edit.OtherConstant;
import dev.mangrove.check.mutants.Edit.PlainSwap;
import dev.mangrove.check.mutants.Edit.WithoutCall;
import dev.mangrove.index.page.bytes.BytesStamp;

import java.util.List;

/** Errors in trees of byte strings. */
final class BytesMutants {
    private static final String TREE = "index.bytes.tree.";
    private static final String PAGE = "index.page.bytes.";
    private static final String DIRECT = "index.bytes.direct.";
    private static final Edit ALWAYS = new Answer(1);
    private static final Edit NEVER = new Answer(0);

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
        addPages(all);
        addReaders(all);
        addSwaps(all);
        addHeldExtents(all);
    }

    /** Of the server's changes, which clients meet in place. */
    private static void addPages(List<Mutant> all) {
        new Area(all, PAGE + "BytesPage", STRINGS, SOME)
                .add(
                        "page of byte strings is not odd during a change",
                        "begin",
                        new WithoutCall("word", 0))
                .add(
                        "no fence after the version of byte strings is odd",
                        "begin",
                        new WithoutCall("storeFence", 0))
                .add(
                        "version of byte strings is even before the change is visible",
                        "end",
                        new OtherCall("release", 0, "plain"));
        new Area(all, PAGE + "PageVersion", STRINGS, SOME)
                .add("reader does not see that a version is odd", "isOdd", new Answer(0))
                .add(
                        "generation of a page of byte strings is not compared",
                        "hasGeneration",
                        new Answer(1));
    }

    /** Of values that clients replace in place. */
    private static void addSwaps(List<Mutant> all) {
        new Area(all, PAGE + "BytesPage", SWAPS, SOME)
                .add("entries are not frozen before they move", "freezeAll", new Answer(0))
                .add("pointer stays in its line when it is taken out", "isTakenOut", ALWAYS)
                .add("server stores a pointer plainly", "isTakenOut", new PlainSwap(0));
        new Area(all, TREE + "BytesTree$Found", SWAPS, SOME)
                .add("server changes an entry that is not frozen", "freeze", new AnswerArgument(0));
        new Area(all, DIRECT + "DirectTree", SWAPS, SOME)
                .add("reader does not compare the pointer again", "isUnchanged", ALWAYS);
        new Area(all, PAGE + "BytesLookups", SWAPS, SOME)
                .add(
                        "reader of many keys does not compare pointers again",
                        "hasPointer",
                        ALWAYS,
                        SWAPS,
                        Checks.VERY_MANY);
        new Area(all, PAGE + "ClientExtents", SWAPS, SOME)
                .add(
                        "generation is not advanced at reuse",
                        "nextUse",
                        new AnswerArgument(0),
                        SWAPS,
                        MANY)
                .add("extent is not written before the swap", "write", new WithoutCall("write", 0))
                .add("client swaps a pointer plainly", "replace", new PlainSwap(0));
    }

    /** Of the extents in the hands of clients. */
    private static void addHeldExtents(List<Mutant> all) {
        new Area(all, PAGE + "ClientExtents", SWAPS, SOME)
                .add(
                        "client does not note what it replaces",
                        "replace",
                        new WithoutCall("aim", 0),
                        SWAPS,
                        MANY)
                .add(
                        "client does not note what it has replaced",
                        "replace",
                        new WithoutCall("settle", 0));
        new Area(all, PAGE + "HeldExtents", SWAPS, SOME)
                .add("extent is taken out for which nobody settles", "settleFor", new Answer(0))
                .add("extent of the tree is freed with a client", "isAt", new Answer(0))
                .add("extent of the tree is taken for the client's", "isAt", ALWAYS);
        new Area(all, PAGE + "ExtentPointer", SWAPS, SOME)
                .add("extent is not marked as offered", "offered", new AnswerArgument(0));
        new Area(all, TREE + "HeldTables", SWAPS, SOME)
                .add(
                        "extents of a dead client are not freed",
                        "freeAll",
                        new WithoutCall("free", 0))
                .add(
                        "extents that are returned are not freed",
                        "refillAll",
                        new WithoutCall("free", 0));
    }

    /** Of clients that read in place. */
    private static void addReaders(List<Mutant> all) {
        new Area(all, DIRECT + "DirectTree", STRINGS, SOME)
                .add("parent is not validated after the child's pointer", "isPathValid", ALWAYS)
                .add("leaf is not validated after a search", "isSearchValid", ALWAYS)
                .add("leaf that a copy names is not asked where it begins", "hasBegun", ALWAYS)
                .add("leaf that a copy names is not asked where it ends", "hasEnded", NEVER)
                .add("leaf is not validated after a copy", "isCopyValid", ALWAYS)
                .add(
                        "entry with an expiry is read in place",
                        "read",
                        new OtherConstant(BytesStamp.EXPIRING, BytesStamp.EXPIRING + 1),
                        BYTES,
                        SOME);
        new Area(all, PAGE + "BytesLookups", STRINGS, SOME)
                .add("leaf of one of many keys is not asked what it is", "isLeaf", ALWAYS)
                .add("leaf of one of many keys is not asked for its prefix", "hasPrefix", ALWAYS)
                .add(
                        "leaf of one of many keys is not validated",
                        "hasStamp",
                        ALWAYS,
                        STRINGS,
                        MANY);
        new Area(all, DIRECT + "DirectScan", STRINGS, FEW)
                .add("scan in place ends at its first leaf", "behind", new Answer(0))
                .add("scan downwards ends at its first leaf", "below", new Answer(0));
    }
}
