package dev.mangrove.index.policy;

import dev.mangrove.fabric.Host;

import java.util.ArrayDeque;

/**
 * Lets so many threads of a process read pages at a time. More of them hinder each other at the
 * network card: each takes longer, and together they do no more. Whoever leaves hands his place to
 * the one who has waited longest.
 *
 * <p>The limit is for speed alone. A thread waits a while at most and then goes on without a place,
 * so that one which keeps a search open for long holds up nobody for ever.
 */
public final class OffloadGate {
    private static final long PATIENCE_NANOS = 20_000_000;

    private final int places;
    private final ArrayDeque<Pass> waiting = new ArrayDeque<>();
    private int taken;

    /** A gate with so many places; 0 for no limit. */
    public OffloadGate(int places) {
        if (places < 0) {
            throw new IllegalArgumentException("places=" + places);
        }
        this.places = places;
    }

    /** A thread's way through; used again and again. */
    public Pass pass(Host host) {
        return new Pass(host);
    }

    /** Threads inside. */
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

    /** Stops waiting; whether a place was handed over meanwhile. */
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

    /** One thread's way through the gate. */
    public final class Pass {
        private final Host host;
        private final Host.Signal signal;
        private boolean handed;
        private boolean inside;

        private Pass(Host host) {
            this.host = host;
            this.signal = host.signal();
        }

        /** Takes a place, or waits for one; how long that took. */
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

        /** Gives the place to the next one, if there is one to give. */
        public void leave() {
            if (inside) {
                inside = false;
                OffloadGate.this.leave();
            }
        }
    }
}
