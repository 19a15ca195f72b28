package dev.mangrove.sim;

import dev.mangrove.sim.kernel.Coroutine;
import dev.mangrove.sim.kernel.Kernel;

import org.jspecify.annotations.Nullable;

/**
 * The thread that calls into the simulation: a simulated one, or the one that drives the cluster,
 * whose waits run the simulation.
 */
public final class CallingThread {
    private final Kernel kernel;

    CallingThread(Kernel kernel) {
        this.kernel = kernel;
    }

    /** The simulated thread, or null if the caller is outside the simulation. */
    public @Nullable SimThread simulated() {
        Coroutine coroutine = kernel.current();
        return coroutine == null ? null : (SimThread) coroutine.owner();
    }

    /** The time as the caller sees it. */
    public long time() {
        SimThread thread = simulated();
        return thread == null ? kernel.now() : thread.time();
    }

    /** Makes the caller's stores in place visible. */
    public void showStores() {
        SimThread thread = simulated();
        if (thread != null) {
            thread.showStores();
        }
    }

    /** Advances the clock for a caller outside the simulation. */
    void pump(long picos) {
        kernel.runUntil(kernel.now() + picos, () -> false);
    }

    /**
     * Waits, keeping the core for {@code spinNanos}; false when the time is over or the thread was
     * interrupted.
     */
    public boolean await(WaitPoint point, long timeoutNanos, long spinNanos) {
        long start = time();
        long deadline = after(start, timeoutNanos);
        SimThread thread = simulated();
        if (thread == null) {
            return kernel.runUntil(deadline, point::isReached);
        }
        long spinsUntil = after(start, spinNanos);
        while (!point.isReached()) {
            if (thread.time() >= deadline || thread.takeInterrupt()) {
                return false;
            }
            pauseAt(point, thread, deadline, spinsUntil);
        }
        return true;
    }

    /** Suspends a thread at a point until the point is reached or the deadline has passed. */
    public static void pauseAt(WaitPoint point, SimThread thread, long deadline, long spinsUntil) {
        point.waiter(thread);
        thread.pause(deadline, spinsUntil);
        point.waiter(null);
    }

    /** A time in the future, in picoseconds. */
    public static long after(long picos, long nanos) {
        return nanos >= (Kernel.NEVER - picos) / Kernel.NANOSECOND
                ? Kernel.NEVER
                : picos + nanos * Kernel.NANOSECOND;
    }
}
