package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.posix.Futex;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Wakes one sleeping thread of another process; ringing costs one load and a fence while that
 * thread is awake.
 *
 * <pre>
 *  0       4       8
 * +-------+-------+--- ... ---+
 * | rings | asleep|           |  128 bytes, two cache lines
 * +-------+-------+--- ... ---+
 * </pre>
 *
 * The sleeper stores what it waits for in {@code asleep}, checks once more for work, and sleeps
 * while {@code rings} is unchanged. The ringer makes work visible, then reads {@code asleep}. A
 * full fence on both sides ensures that at least one of them sees the other's store.
 */
record Bell(MemorySegment memory, long base) {
    static final long BYTES = 128;

    /** Reason to sleep: nothing has arrived. */
    static final int WANTS_WORK = 1;

    /** Reason to sleep: no room to send. */
    static final int WANTS_ROOM = 2;

    private static final OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = INT.varHandle().withInvokeExactBehavior();
    private static final long ASLEEP = 4;

    /**
     * Wakes the sleeper if it sleeps for one of the given reasons. Call it after the work is
     * visible.
     */
    void ring(int reasons) {
        VarHandle.fullFence();
        if (((int) INTS.getOpaque(memory, base + ASLEEP) & reasons) != 0) {
            int ignored = (int) INTS.getAndAdd(memory, base, 1);
            Futex.wake(memory, base);
        }
    }

    /**
     * Announces that the caller is about to sleep and returns the argument for {@link #sleep}. The
     * caller must check for work once more before it sleeps.
     */
    int prepare(int reasons) {
        int seen = (int) INTS.getVolatile(memory, base);
        INTS.setVolatile(memory, base + ASLEEP, reasons);
        VarHandle.fullFence();
        return seen;
    }

    /** Sleeps until the bell rings. */
    void sleep(Futex futex, int seen, long nanos) {
        futex.await(memory, base, seen, nanos);
    }

    /** Adds the bell to those that a futex watches. */
    void watch(Futex futex, int seen) {
        futex.watch(memory, base, seen);
    }

    /** Withdraws the announcement: the caller is awake. */
    void awake() {
        INTS.setRelease(memory, base + ASLEEP, 0);
    }
}
