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
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Outcomes: the first and the last word of the oldest record, see {@link WordRing}; whether the
 * writer found room.
 */
@JCStressTest
@State
@Description("A ring is full. One thread reads a record and releases it; the other waits for room.")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "The writer finds no room yet.")
@Outcome(
        id = "1, 1, 1",
        expect = Expect.ACCEPTABLE,
        desc = "The writer takes the room after the record was read.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The record is overwritten while it is read.")
public class RoomLitmus {
    /** Looks of the writer for room. Chosen: about as many as a record takes. */
    private static final int LOOKS = 20;

    private static final Slots<WordRing> RINGS = new Slots<>(RoomLitmus::full);

    private final WordRing ring = RINGS.take();
    private final Meeting meeting = new Meeting();
    private boolean written;

    private static WordRing full() {
        WordRing ring = new WordRing();
        for (int i = 0; i < WordRing.CAPACITY; i++) {
            ring.write();
        }
        return ring;
    }

    @Actor
    public void reader(III_Result r) {
        meeting.meetAsFirst();
        ring.next();
        r.r1 = ring.check(0);
        r.r2 = ring.check(WordRing.WORDS - 1);
        ring.release();
    }

    @Actor
    public void writer(III_Result r) {
        meeting.meetAsSecond();
        for (int looks = 0; looks < LOOKS && !written; looks++) {
            written = ring.write();
        }
        r.r3 = written ? 1 : 0;
    }

    @Arbiter
    public void end(III_Result r) {
        if (!written) {
            ring.write();
        }
        if (!ring.isDamaged()) {
            RINGS.giveBack(ring);
        }
    }
}
