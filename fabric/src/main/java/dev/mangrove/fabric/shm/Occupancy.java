package dev.mangrove.fabric.shm;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells a closing thread whether the using thread is inside mapped memory, so that memory in use is
 * not unmapped.
 *
 * <p>The user enters, checks the closed flag, works, and leaves; entering costs a plain store. The
 * closer sets the closed flag, and then makes every thread of the process pass a fence: from then
 * on either the closer sees the user's entry, or the user sees the flag and leaves.
 */
final class Occupancy {
    private static final VarHandle DEPTH;
    private static final VarHandle IN_BATCH;

    /**
     * Time between two checks whether the user is outside. Chosen: short beside the time limit of a
     * close.
     */
    private static final long LOOK_AGAIN_NANOS = 20_000;

    static {
        try {
            IN_BATCH =
                    MethodHandles.lookup()
                            .findVarHandle(Occupancy.class, "inBatch", boolean.class)
                            .withInvokeExactBehavior();
            DEPTH =
                    MethodHandles.lookup()
                            .findVarHandle(Occupancy.class, "depth", int.class)
                            .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long user;
    private int depth;

    @SuppressWarnings("UnusedVariable") // Read through its handle.
    private boolean inBatch;

    /** User: enters; may already be inside. Check the closed flag afterwards. */
    void enter() {
        user = Thread.currentThread().threadId();
        DEPTH.setOpaque(this, depth + 1);
    }

    /** User: leaves; true if it is outside now. */
    boolean leave() {
        int left = depth - 1;
        DEPTH.setRelease(this, left);
        return left == 0;
    }

    /** User: enters to execute a batch; must call no handler until it has left. */
    void enterBatch() {
        IN_BATCH.setOpaque(this, true);
    }

    /** User: leaves. The fences of the verbs order this store after their accesses. */
    void leaveBatch() {
        IN_BATCH.setOpaque(this, false);
    }

    /**
     * Whether the calling thread is inside, for instance in a handler that closes what it works on.
     */
    boolean isCallerInside() {
        return user == Thread.currentThread().threadId() && depth > 0;
    }

    /**
     * Closer: waits until the user is outside; false if it is still inside after the given time.
     */
    boolean awaitOutside(long nanos) {
        Arena.ofShared().close(); // Makes every thread of the JVM pass a fence.
        long deadline = System.nanoTime() + nanos;
        while ((int) DEPTH.getAcquire(this) > 0 || (boolean) IN_BATCH.getAcquire(this)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
        return true;
    }
}
