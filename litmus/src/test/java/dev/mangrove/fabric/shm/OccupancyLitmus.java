package dev.mangrove.fabric.shm;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Outcomes: whether the user was inside unmapped memory, whether the closer saw it leave. */
@JCStressTest
@State
@Description("A thread uses memory until it is closed, while the other closes and unmaps it.")
@Outcome(
        id = "false, true",
        expect = Expect.ACCEPTABLE,
        desc = "The closer waits until the user is outside.")
@Outcome(id = "true, .*", expect = Expect.FORBIDDEN, desc = "The user is in unmapped memory.")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "The closer waits for ever.")
public class OccupancyLitmus {
    private final OccupiedMemory memory = new OccupiedMemory();

    @Actor
    public void user(ZZ_Result r) {
        boolean open = true;
        // Ends: the closer waits for the user only after it has closed the memory.
        while (open) {
            memory.occupancy.enter();
            open = memory.isOpen();
            r.r1 |= open && memory.isUnmapped();
            memory.occupancy.leave();
        }
    }

    @Actor
    public void closer(ZZ_Result r) {
        r.r2 = memory.close();
    }
}
