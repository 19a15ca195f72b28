package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.litmus.Meeting;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Outcomes: whether the waiter was handed the view, and whether it has left without one. */
@JCStressTest
@State
@Description("One thread hands a view to a waiter while that leaves the queue.")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The waiter has the view.")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "The giver keeps the view.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both have the view, or none has it.")
public class LeavingWaiterLitmus {
    private final ViewWaiter<String> waiter = new ViewWaiter<>(Host.system());
    private final Meeting meeting = new Meeting();

    @Actor
    public void giver(ZZ_Result r) {
        meeting.meetAsFirst();
        r.r1 = waiter.hand("view");
    }

    @Actor
    public void waiter(ZZ_Result r) {
        meeting.meetAsSecond();
        r.r2 = waiter.leave();
    }
}
