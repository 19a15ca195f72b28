package dev.mangrove.sim;

import dev.mangrove.fabric.host.Host;

/** A wake-up flag in virtual time. */
final class SimSignal extends WaitPoint implements Host.Signal {
    private final CallingThread caller;
    private boolean raised;

    SimSignal(CallingThread caller) {
        this.caller = caller;
    }

    @Override
    public boolean isReached() {
        return raised;
    }

    @Override
    public void raise() {
        caller.showStores();
        raised = true;
        news();
    }

    @Override
    public boolean await(long timeoutNanos) {
        SimThread thread = caller.simulated();
        long start = caller.time();
        boolean reached = caller.await(this, timeoutNanos, 0);
        if (thread != null) {
            thread.load().waited(caller.time() - start);
        }
        raised = false;
        return reached;
    }
}
