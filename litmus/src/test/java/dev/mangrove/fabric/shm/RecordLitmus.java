package dev.mangrove.fabric.shm;

import dev.mangrove.litmus.Meeting;
import dev.mangrove.litmus.Slots;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Outcomes: the first and the last word of a record, see {@link WordRing}. */
@JCStressTest
@State
@Description("One thread writes a record to a ring while the other looks for one.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The reader finds no record.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The reader finds the whole record.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The reader finds a record that is not written yet.")
public class RecordLitmus {
    /** Looks of the reader for a record. Chosen: about as many as a record takes. */
    private static final int LOOKS = 20;

    private static final Slots<WordRing> RINGS = new Slots<>(WordRing::new);

    private final WordRing ring = RINGS.take();
    private final Meeting meeting = new Meeting();

    @Actor
    public void writer() {
        meeting.meetAsFirst();
        ring.write();
    }

    @Actor
    public void reader(II_Result r) {
        meeting.meetAsSecond();
        for (int looks = 0; looks < LOOKS; looks++) {
            if (ring.next()) {
                r.r1 = ring.check(0);
                r.r2 = ring.check(WordRing.WORDS - 1);
                return;
            }
        }
    }

    @Arbiter
    public void end(II_Result r) {
        if (ring.isRead() || ring.next()) {
            ring.release();
        }
        if (!ring.isDamaged()) {
            RINGS.giveBack(ring);
        }
    }
}
