package dev.mangrove.fabric.shm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.posix.Futex;
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

/**
 * Outcomes: whether the first and the second thread were woken in time. The threads answer each
 * other, so that they stay together however long each of them sleeps.
 */
@JCStressTest
@State
@Description("Each thread sleeps until the other has sent it a message.")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Both messages wake the sleeper.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A thread sleeps although it has a message.")
public class SleepLitmus {
    /** Chosen: far above any pause, and below the time limit of the test. */
    private static final long LONGEST_NANOS = 10_000_000_000L;

    private static final VarHandle MESSAGE = JAVA_LONG.varHandle();
    private static final Slots<Pair> PAIRS = new Slots<>(Pair::new);

    private final Pair pair = PAIRS.take();

    private static final class Pair {
        private final Sleeper first = new Sleeper();
        private final Sleeper second = new Sleeper();
        private long round = 1;
    }

    private static final class Sleeper {
        private static final long MESSAGE_OFFSET = Bell.BYTES;
        private final MemorySegment memory = Arena.ofAuto().allocate(2 * Bell.BYTES, Bell.BYTES);
        private final Bell bell = new Bell(memory, 0);
        private final Futex futex = new Futex();

        void send(long round) {
            MESSAGE.setRelease(memory, MESSAGE_OFFSET, round);
            bell.ring(Bell.WANTS_WORK);
        }

        /** Waits for the message of a round; false if a sleep ended by its time limit. */
        boolean await(long round) {
            boolean woken = true;
            // Ends: each sleep does, and the other thread sends without waiting for this one.
            while (!has(round)) {
                int seen = bell.prepare(Bell.WANTS_WORK);
                if (!has(round)) {
                    long start = System.nanoTime();
                    bell.sleep(futex, seen, LONGEST_NANOS);
                    woken &= System.nanoTime() - start < LONGEST_NANOS;
                }
                bell.awake();
            }
            return woken;
        }

        private boolean has(long round) {
            return (long) MESSAGE.getAcquire(memory, MESSAGE_OFFSET) == round;
        }
    }

    @Actor
    public void asks(ZZ_Result r) {
        pair.second.send(pair.round);
        r.r1 = pair.first.await(pair.round);
    }

    @Actor
    public void answers(ZZ_Result r) {
        r.r2 = pair.second.await(pair.round);
        pair.first.send(pair.round);
    }

    @Arbiter
    public void end(ZZ_Result r) {
        pair.round++;
        PAIRS.giveBack(pair);
    }
}
