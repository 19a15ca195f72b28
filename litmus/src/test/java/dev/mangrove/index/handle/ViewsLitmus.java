package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.litmus.Meeting;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Outcome: 1 if the waiter has the view. */
@JCStressTest
@State
@Description("One thread gives a view back while the other begins to wait for one.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The waiter is handed the view.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The view is idle, and its waiter waits.")
public class ViewsLitmus {
    private final Views<String> views =
            new Views<>(Host.system(), "view", ViewsLitmus::refuse, view -> {});
    private final ViewWaiter<String> waiter = new ViewWaiter<>(Host.system());
    private final String view = views.take();
    private final Meeting meeting = new Meeting();

    @Actor
    public void giver() {
        meeting.meetAsFirst();
        views.giveBack(view);
    }

    @Actor
    public void waiter() {
        meeting.meetAsSecond();
        views.begin(waiter);
    }

    @Arbiter
    public void end(I_Result r) {
        r.r1 = waiter.view() == null ? 0 : 1;
    }

    private static String refuse() {
        throw new IllegalStateException("opened a second view");
    }
}
