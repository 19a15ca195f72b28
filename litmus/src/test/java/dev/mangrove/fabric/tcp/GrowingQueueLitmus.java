package dev.mangrove.fabric.tcp;

import dev.mangrove.litmus.Meeting;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Outcomes, see {@link WordQueue}: the message that was there, the same again, and the added one in
 * the end.
 */
@JCStressTest
@State
@Description("A queue grows for a message while the other thread uses the one before it.")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The used message stays in place.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A message is lost, or not whole.")
public class GrowingQueueLitmus {
    /** Two messages of so many words do not fit into a new queue of 4 KiB. */
    private static final int WORDS = 300;

    private final WordQueue queue = new WordQueue(WORDS);
    private final Meeting meeting = new Meeting();

    public GrowingQueueLitmus() {
        queue.add();
    }

    @Actor
    public void producer() {
        meeting.meetAsFirst();
        queue.add();
    }

    @Actor
    public void consumer(III_Result r) {
        meeting.meetAsSecond();
        r.r1 = queue.next();
        r.r2 = queue.check();
        queue.release();
    }

    @Arbiter
    public void end(III_Result r) {
        r.r3 = queue.next();
    }
}
