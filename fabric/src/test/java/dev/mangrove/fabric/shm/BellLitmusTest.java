package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.litmus.TwoThreads;
import dev.mangrove.fabric.posix.Futex;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** One thread rings while the other is about to sleep. */
final class BellLitmusTest {
    private static final int ROUNDS = TwoThreads.rounds(300_000);
    private static final int MESSAGES = TwoThreads.rounds(5_000);
    private static final VarHandle WORK = JAVA_LONG.varHandle();
    private static final long FOR_EVER = 1_000_000_000_000L;
    private static final long ASLEEP = 4;
    private static final int JITTER = 32;

    private final MemorySegment memory = Arena.ofAuto().allocate(4 * Bell.BYTES, 64);
    private final Bell bell = new Bell(memory, 0);
    private final Bell otherBell = new Bell(memory, Bell.BYTES);
    private final long work = 2 * Bell.BYTES;
    private final long otherWork = 3 * Bell.BYTES;
    private final TwoThreads threads = new TwoThreads();

    /** Keeps the loads alive that bring lines near, which makes a missing fence show. */
    private long fetched;

    private long otherFetched;

    /** The sleeper finds the work or is rung for; if neither, it would sleep with work there. */
    @Test
    void shouldNotSleepWhenWorkIsThere() throws Exception {
        threads.run(
                () -> {
                    for (int round = 1; goesOn(round); round++) {
                        threads.meetAsFirst(2L * round);
                        fetched += memory.get(JAVA_INT, ASLEEP);
                        spin(round);
                        WORK.setRelease(memory, work, (long) round);
                        bell.ring(Bell.WANTS_WORK);
                        threads.meetAsFirst(2L * round + 1);
                    }
                },
                () -> {
                    for (int round = 1; goesOn(round); round++) {
                        threads.meetAsSecond(2L * round);
                        otherFetched += (long) WORK.getOpaque(memory, work);
                        spin(round / JITTER);
                        int seen = bell.prepare(Bell.WANTS_WORK);
                        boolean found = (long) WORK.getAcquire(memory, work) == round;
                        threads.meetAsSecond(2L * round + 1);
                        boolean rung = memory.get(JAVA_INT, 0) != seen;
                        if (!found && !rung) {
                            assertThat(rung).as("rung in round %d", round).isTrue();
                        }
                        bell.awake();
                    }
                });
        assertThat(fetched + otherFetched).isNotNegative();
    }

    private boolean goesOn(int round) {
        return round <= ROUNDS && !threads.isLast(2L * round - 1);
    }

    /** Shifts the two threads against each other. */
    private static void spin(int round) {
        for (int i = round % JITTER; i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    /** Each thread sleeps without a limit until the other has sent it the next message. */
    @Test
    void shouldWakeTheSleeperForEachMessage() throws Exception {
        threads.run(() -> converse(bell, work, otherBell, otherWork, true), this::answer);
    }

    private void answer() {
        converse(otherBell, otherWork, bell, work, false);
    }

    private void converse(Bell mine, long in, Bell other, long out, boolean starts) {
        Futex futex = new Futex();
        for (long message = 1; message <= MESSAGES; message++) {
            if (starts) {
                send(other, out, message);
            }
            await(mine, in, message, futex);
            if (!starts) {
                send(other, out, message);
            }
        }
    }

    private void send(Bell to, long out, long message) {
        WORK.setRelease(memory, out, message);
        to.ring(Bell.WANTS_WORK);
    }

    private void await(Bell mine, long in, long message, Futex futex) {
        while ((long) WORK.getAcquire(memory, in) != message) {
            int seen = mine.prepare(Bell.WANTS_WORK);
            if ((long) WORK.getAcquire(memory, in) != message) {
                mine.sleep(futex, seen, FOR_EVER);
            }
            mine.awake();
        }
    }
}
