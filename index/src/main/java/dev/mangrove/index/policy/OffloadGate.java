package dev.mangrove.index.policy;

import dev.mangrove.fabric.host.Host;

import java.util.ArrayDeque;

/**
 * Limits the threads of a process that read pages by verbs at the same time. Beyond a number that
 * saturates the network card, more threads only make each other slower. A thread that leaves hands
 * its place to the thread that has waited longest.
 *
 * <p>The limit affects only speed. A thread waits 20 ms at most and then goes on without a place,
 * so that a search that stays open for long cannot block others.
 */
public final class OffloadGate {
    /** Chosen: far above the time of a search, below what a user notices. */
    private static final long PATIENCE_NANOS = 20_000_000;

    private final int places;
    private final ArrayDeque<Pass> waiting = new ArrayDeque<>();
    private int taken;

    /** Creates a gate with a number of places; 0 for no limit. */
    public OffloadGate(int places) {
        if (places < 0) {
            throw new IllegalArgumentException("places=" + places);
        }
        this.places = places;
    }

    /** Creates a thread's reusable pass. */
    public Pass pass(Host host) {
        return new Pass(host);
    }

    /** Number of threads inside. */
    public synchronized int inside() {
        return taken;
    }

    private synchronized boolean tryEnter(Pass pass) {
        if (taken < places) {
            taken++;
            return true;
        }
        pass.handed = false;
        waiting.addLast(pass);
        return false;
    }

    private synchronized boolean isHanded(Pass pass) {
        return pass.handed;
    }

    /** Stops waiting; whether another thread has handed over a place meanwhile. */
    private synchronized boolean giveUp(Pass pass) {
        boolean removed = waiting.remove(pass);
        assert removed != pass.handed;
        return pass.handed;
    }

    private synchronized void leave() {
        Pass next = waiting.pollFirst();
        if (next == null) {
            taken--;
        } else {
            next.handed = true;
            next.signal.raise();
        }
    }

    /** One thread's pass through the gate. */
    public final class Pass {
        private final Host host;
        private final Host.Signal signal;
        private boolean handed;
        private boolean inside;

        private Pass(Host host) {
            this.host = host;
            this.signal = host.signal();
        }

        /** Takes a place, waiting if necessary; returns the nanoseconds waited. */
        public long enter() {
            if (places == 0 || inside) {
                return 0;
            }
            if (tryEnter(this)) {
                inside = true;
                return 0;
            }
            long start = host.nanoTime();
            long waited = 0;
            while (!isHanded(this) && waited < PATIENCE_NANOS) {
                boolean _ = signal.await(PATIENCE_NANOS - waited);
                waited = host.nanoTime() - start;
            }
            inside = giveUp(this);
            return waited;
        }

        /** Hands the place to the next waiter, if this thread has one. */
        public void leave() {
            if (inside) {
                inside = false;
                OffloadGate.this.leave();
            }
        }
    }
}
