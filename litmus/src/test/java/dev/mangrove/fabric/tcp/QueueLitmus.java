package dev.mangrove.fabric.tcp;

import dev.mangrove.litmus.Meeting;
import dev.mangrove.litmus.Slots;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Outcomes, see {@link WordQueue}: the message that was there, the next one as the consumer finds
 * it, and as it is found in the end.
 */
@JCStressTest
@State
@Description("One thread adds a message to a queue while the other takes the one before it.")
@Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "The consumer is first.")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The producer is first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A message is lost, or not whole.")
public class QueueLitmus {
    private static final int WORDS = 6;
    private static final Slots<WordQueue> QUEUES = new Slots<>(QueueLitmus::withOne);

    private final WordQueue queue = QUEUES.take();
    private final Meeting meeting = new Meeting();

    private static WordQueue withOne() {
        WordQueue queue = new WordQueue(WORDS);
        queue.add();
        return queue;
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
        queue.release();
        r.r2 = queue.next();
    }

    @Arbiter
    public void end(III_Result r) {
        r.r3 = queue.next();
        // A queue that has lost a message is of no use to another state.
        if (r.r1 == WordQueue.WHOLE && r.r3 == WordQueue.WHOLE) {
            QUEUES.giveBack(queue);
        }
    }
}
