package dev.mangrove.fabric.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.litmus.Meeting;
import dev.mangrove.litmus.Slots;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** Outcomes: whether the sleeper finds the work, whether the bell was rung. */
@JCStressTest
@State
@Description("One thread has work and rings while the other is about to sleep.")
@Outcome(
        id = "true, false",
        expect = Expect.ACCEPTABLE,
        desc = "The sleeper finds the work; the ringer did not see it.")
@Outcome(
        id = "false, true",
        expect = Expect.ACCEPTABLE,
        desc = "The sleeper misses the work; the ring keeps it awake.")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Each sees the other.")
@Outcome(
        id = "false, false",
        expect = Expect.FORBIDDEN,
        desc = "The sleeper would sleep although there is work.")
public class BellLitmus {
    private static final VarHandle WORK = JAVA_LONG.varHandle();
    private static final Slots<Place> PLACES = new Slots<>(Place::new);

    private final Place place = PLACES.take();
    private final Meeting meeting = new Meeting();
    private int seen;

    private static final class Place {
        private static final long WORK_OFFSET = Bell.BYTES;
        private final MemorySegment memory = Arena.ofAuto().allocate(2 * Bell.BYTES, Bell.BYTES);
        private final Bell bell = new Bell(memory, 0);

        void setWork(long value) {
            WORK.setRelease(memory, WORK_OFFSET, value);
        }

        boolean hasWork() {
            return (long) WORK.getAcquire(memory, WORK_OFFSET) != 0;
        }
    }

    @Actor
    public void ringer() {
        meeting.meetAsFirst();
        place.setWork(1);
        place.bell.ring(Bell.WANTS_WORK);
    }

    @Actor
    public void sleeper(ZZ_Result r) {
        meeting.meetAsSecond();
        seen = place.bell.prepare(Bell.WANTS_WORK);
        r.r1 = place.hasWork();
    }

    @Arbiter
    public void end(ZZ_Result r) {
        r.r2 = place.memory.get(JAVA_INT, 0) != seen;
        place.bell.awake();
        place.setWork(0);
        PLACES.giveBack(place);
    }
}
