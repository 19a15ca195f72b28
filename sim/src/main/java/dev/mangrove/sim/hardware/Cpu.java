package dev.mangrove.sim.hardware;

import dev.mangrove.sim.kernel.Event;
import dev.mangrove.sim.kernel.Kernel;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;

/**
 * The cores of a host and the queue of threads that want one. A thread keeps its core while it
 * computes or polls, until it blocks or, if others wait, until its slice is over. Slices are
 * checked only while threads wait.
 */
public final class Cpu extends Event {
    private final Kernel kernel;
    private final @Nullable CoreUser[] running;
    private final @Nullable CoreUser[] lastOn;
    private final ArrayDeque<CoreUser> ready = new ArrayDeque<>();
    private final long switchCost;
    private final long slice;
    private final long pollSlice;
    private int busy;
    private long busySum;
    private long busySince;
    private long pausedUntil;
    private boolean ticking;

    public Cpu(Kernel kernel, Profile profile) {
        this.kernel = kernel;
        running = new CoreUser[profile.count("host.cores")];
        lastOn = new CoreUser[running.length];
        switchCost = profile.picos("cpu.switch_ns");
        slice = profile.picos("cpu.slice_ns");
        pollSlice = profile.picos("cpu.poll_slice_ns");
    }

    public int cores() {
        return running.length;
    }

    /** Threads that wait for a core. */
    public int waiting() {
        return ready.size();
    }

    /** Core time used so far, summed over all cores. */
    long busyPicos() {
        return busySum + busy * (kernel.now() - busySince);
    }

    /** Gives the thread a core, now or when there is one. */
    public void acquire(CoreUser thread) {
        if (busy == running.length) {
            ready.add(thread);
            tickLater();
            return;
        }
        for (int i = 0; i < running.length; i++) {
            if (running[i] == null) {
                grant(thread, i);
                return;
            }
        }
        throw new AssertionError("busy=" + busy);
    }

    /** Takes the core from a thread and gives it to the next one. */
    public void release(CoreUser thread) {
        int core = thread.core();
        thread.withdrawn();
        count(-1);
        running[core] = null;
        CoreUser next = ready.poll();
        if (next != null) {
            grant(next, core);
        }
    }

    /** Removes a dead thread from its core or from the queue. */
    public void forget(CoreUser thread) {
        if (thread.core() >= 0) {
            release(thread);
        } else {
            ready.remove(thread);
        }
    }

    /** Stops all cores for a while. */
    public void pauseUntil(long time) {
        pausedUntil = Math.max(pausedUntil, time);
        for (CoreUser thread : running) {
            if (thread != null) {
                thread.delayUntil(pausedUntil);
            }
        }
    }

    /** The end of a slice: threads whose slice is over yield their cores. */
    @Override
    protected void fire(int argument) {
        ticking = false;
        if (kernel.now() < pausedUntil) {
            tickLater();
            return;
        }
        for (int i = 0; i < running.length && !ready.isEmpty(); i++) {
            CoreUser thread = running[i];
            if (thread != null
                    && thread.isPreemptible()
                    && kernel.now() - thread.runsSince() >= sliceOf(thread)) {
                release(thread);
                ready.add(thread);
            }
        }
        tickLater();
    }

    /**
     * No slice ends within a pause: a thread that lost its core within a pause would be charged for
     * the rest of the pause twice.
     */
    private void tickLater() {
        if (ticking || ready.isEmpty()) {
            return;
        }
        long first = Kernel.NEVER;
        for (CoreUser thread : running) {
            if (thread != null) {
                first = Math.min(first, thread.runsSince() + sliceOf(thread));
            }
        }
        ticking = true;
        long next = Math.max(first, Math.max(pausedUntil, kernel.now()) + 1);
        kernel.schedule(next, this, 0);
    }

    private long sliceOf(CoreUser thread) {
        return thread.isPolling() ? pollSlice : slice;
    }

    @SuppressWarnings("ReferenceEquality") // A thread is equal to itself alone.
    private void grant(CoreUser thread, int core) {
        count(1);
        running[core] = thread;
        long cost = lastOn[core] == thread ? 0 : switchCost;
        lastOn[core] = thread;
        thread.granted(core, Math.max(kernel.now(), pausedUntil) + cost);
    }

    private void count(int change) {
        long now = kernel.now();
        busySum += busy * (now - busySince);
        busySince = now;
        busy += change;
    }
}
