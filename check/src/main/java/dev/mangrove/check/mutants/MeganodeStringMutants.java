package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.BYTES_CELL;
import static dev.mangrove.check.mutants.Checks.EXTENTS_CELL;
import static dev.mangrove.check.mutants.Checks.FEW;
import static dev.mangrove.check.mutants.Checks.MANY;
import static dev.mangrove.check.mutants.Checks.SOME;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.AnswerArgument;
import dev.mangrove.check.mutants.Edit.NeverBranch;
import dev.mangrove.check.mutants.Edit.OtherCall;
import dev.mangrove.check.mutants.Edit.OtherConstant;
import dev.mangrove.check.mutants.Edit.WithoutCall;
import dev.mangrove.check.mutants.Edit.WithoutHandler;
import dev.mangrove.index.wire.MeganodeKind;

import java.util.List;

/** Errors in trees of meganodes whose keys are byte strings. */
final class MeganodeStringMutants {
    private static final String STRINGS = "index.btree.strings.";
    private static final String MEGANODE = "index.btree.meganode.";
    private static final String SPREAD = "index.bytes.spread.";
    private static final String STATE = "server.state.";

    /** An outcome that no server answers. */
    private static final int NO_OUTCOME = 99;

    private MeganodeStringMutants() {}

    static void addTo(List<Mutant> all) {
        addVerdicts(all);
        addExtents(all);
        addMoves(all);
        addMessages(all);
    }

    /** Of entries that expire, which servers have clients judge. */
    private static void addVerdicts(List<Mutant> all) {
        new Area(all, MEGANODE + "StringEntries", EXTENTS_CELL, SOME)
                .add("server uses a verdict on another entry", "isJudged", new Answer(1));
        new Area(all, MEGANODE + "MeganodeTree", EXTENTS_CELL, FEW)
                .add(
                        "change that meets an entry to judge fails",
                        "change",
                        new WithoutHandler("UnjudgedException"));
        new Area(all, STRINGS + "MeganodeChanges", EXTENTS_CELL, SOME)
                .add(
                        "client takes an entry that it is to judge for one that a leaf has lost",
                        "change",
                        new OtherConstant(MeganodeKind.UNJUDGED, NO_OUTCOME))
                .add(
                        "removal of an expired entry has no verdict",
                        "isRemoved",
                        new WithoutCall("judge", 0))
                .add(
                        "client forgets the change while it removes an expired entry",
                        "change",
                        new WithoutCall("set", 1),
                        EXTENTS_CELL,
                        MANY)
                .add(
                        "short value that expires is never equal to a server",
                        "hasMetExpiring",
                        new Answer(0),
                        BYTES_CELL,
                        SOME);
    }

    /** Of extents: of values, which clients write, and of keys, which servers write. */
    private static void addExtents(List<Mutant> all) {
        new Area(all, STRINGS + "MeganodeChanges", BYTES_CELL, SOME)
                .add(
                        "value that a server has replaced is not freed",
                        "isMet",
                        new WithoutCall("lost", 0));
        new Area(all, SPREAD + "SpreadExtents", BYTES_CELL, SOME)
                .add(
                        "value is not written before a server's leaf names it",
                        "publish",
                        new WithoutCall("writeNow", 0))
                .add(
                        "long key of a load is not at the server of its page",
                        "forPage",
                        new Answer(0));
        new Area(all, SPREAD + "SpreadTree", BYTES_CELL, SOME)
                .add("value that a server has stored is used again", "end", new NeverBranch(0));
    }

    private static void addMoves(List<Mutant> all) {
        new Area(all, STATE + "CopyKeys", BYTES_CELL, SOME)
                .add("keys of an abandoned copy are never freed", "free", new Answer(0));
        new Area(all, STATE + "PendingMoves", BYTES_CELL, SOME)
                .add(
                        "keys of a page that has moved are freed",
                        "complete",
                        new OtherCall("publish", 0, "free"));
        new Area(all, STATE + "ServerMeganodes", BYTES_CELL, SOME)
                .add("server forgets that its pages have moved away", "gavePage", new Answer(0));
        new Area(all, "index.page.strings.StringPageView", BYTES_CELL, SOME)
                .add(
                        "page of strings moves with a value from before the copy",
                        "isCollected",
                        new Answer(1));
    }

    /** Of keys in messages. */
    private static void addMessages(List<Mutant> all) {
        new Area(all, "index.page.strings.KeyPassage", BYTES_CELL, FEW)
                .add("key of a message is read from another place", "get", new AnswerArgument(1))
                .add("message has the keys of those before it", "begin", new Answer(0));
    }
}
