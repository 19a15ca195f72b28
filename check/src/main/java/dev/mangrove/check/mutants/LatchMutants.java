package dev.mangrove.check.mutants;

import static dev.mangrove.check.mutants.Checks.COARSE;
import static dev.mangrove.check.mutants.Checks.FEW;
import static dev.mangrove.check.mutants.Checks.MANY;
import static dev.mangrove.check.mutants.Checks.MERGES;
import static dev.mangrove.check.mutants.Checks.PAGES;
import static dev.mangrove.check.mutants.Checks.RANGES_BUFFERED;
import static dev.mangrove.check.mutants.Checks.SOME;

import dev.mangrove.check.mutants.Edit.Answer;
import dev.mangrove.check.mutants.Edit.AnswerArgument;
import dev.mangrove.check.mutants.Edit.OtherBranch;
import dev.mangrove.check.mutants.Edit.OtherCall;
import dev.mangrove.check.mutants.Edit.SwappedLinesOf;
import dev.mangrove.check.mutants.Edit.WithoutCall;
import dev.mangrove.check.mutants.Edit.WithoutComparison;
import dev.mangrove.check.mutants.Edit.WithoutHandler;

import java.util.List;

/** Errors in latches of ordered trees, their release and their take-over; and in handles. */
final class LatchMutants {
    private LatchMutants() {}

    static void addTo(List<Mutant> all) {
        new Area(all, "index.latch.SharedLatches", PAGES, FEW)
                .add("latch in place is taken without a swap", "swap", new AnswerArgument(3))
                .add(
                        "latch in place is released by a plain store",
                        "release",
                        new OtherCall("release", 0, "plain"),
                        RANGES_BUFFERED,
                        MANY);
        new Area(all, "index.latch.LocalLatches", COARSE, MANY)
                .add("latch at the server is always free", "tryAcquire", new Answer(1));
        new Area(all, "index.latch.LatchWait", PAGES, FEW)
                .add("latch is taken from a holder that lives", "isLeft", new Answer(1))
                .add("latch of the dead is never taken over", "ask", new Answer(0));
        addHandles(all);
        addQueues(all);
        addDelegation(all);
        addHandlers(all);
    }

    private static void addHandles(List<Mutant> all) {
        new Area(all, "index.handle.IdleViews", Checks.HANDLES, SOME)
                .add("view is taken without a swap", "takeFrom", new WithoutComparison(0));
        new Area(all, "index.handle.Views", Checks.HANDLES, SOME)
                .add(
                        "thread queues for a view after its last look",
                        "begin",
                        new SwappedLinesOf("enter", "handOnIdle"))
                .add(
                        "thread opens a view although it was handed one",
                        "beginsToOpen",
                        new Edit.AlwaysBranch(3),
                        Checks.HANDLES,
                        MANY);
        new Area(all, "index.handle.TaskQueue", Checks.HANDLES, SOME)
                .add(
                        "thread of futures ends without a last look at the queue",
                        "drain",
                        new WithoutCall("enter", 0))
                .add(
                        "thread of futures ends before it lowers their number",
                        "drain",
                        new SwappedLinesOf("leave", "enter"))
                .add(
                        "thread of futures is counted after its end",
                        "leave",
                        new WithoutCall("decrementAndGet", 0));
    }

    private static void addQueues(List<Mutant> all) {
        new Area(all, "index.latch.LatchQueue", Checks.QUEUES, MANY)
                .add("thread leaves a queue that others join", "leave", new WithoutComparison(0))
                .add("thread that does not wait overtakes", "tryEnter", new WithoutComparison(0))
                .add("thread does not wait for its turn", "enter", new WithoutCall("awaitTurn", 0))
                .add("latch is handed on to nobody", "mayHandOn", new Answer(1))
                .add("thread that leaves wakes nobody", "leave", new WithoutCall("grant", 0));
    }

    private static void addDelegation(List<Mutant> all) {
        String delegation = "index.btree.partition.Delegat";
        new Area(all, delegation + "ionTable", Checks.QUEUES, MANY)
                .add("queue ends though others join it", "behind", new WithoutComparison(0));
        new Area(all, delegation + "ingPartition", Checks.QUEUES, MANY)
                .add("leader makes nobody the next leader", "grant", new Answer(0))
                .add("leader puts the first value of several", "collect", new OtherBranch(3))
                .add("get gives the answer of a put", "distribute", new OtherBranch(2));
    }

    /** An Error, such as a full stack, must not leave a latch taken. */
    private static void addHandlers(List<Mutant> all) {
        Edit uncaught = new WithoutHandler("Error");
        new Area(all, "index.btree.level.LeafLevel", PAGES, SOME)
                .add("Error leaves the latch of a leaf taken", "change", uncaught);
        new Area(all, "index.btree.level.Merger", MERGES, MANY)
                .add("Error leaves the latches of a merge taken", "tryMerge", uncaught);
    }
}
