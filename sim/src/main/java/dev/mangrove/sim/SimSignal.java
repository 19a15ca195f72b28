package dev.mangrove.sim;

import dev.mangrove.fabric.host.Host;

/** A wake-up flag in virtual time. */
final class SimSignal extends WaitPoint implements Host.Signal {
    private final SimCluster cluster;
    private boolean raised;

    SimSignal(SimCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public boolean isReached() {
        return raised;
    }

    @Override
    public void raise() {
        cluster.showStores();
        raised = true;
        news();
    }

    @Override
    public boolean await(long timeoutNanos) {
        SimThread thread = cluster.currentThread();
        long start = cluster.time();
        boolean reached = cluster.await(this, timeoutNanos, 0);
        if (thread != null) {
            thread.load().waited(cluster.time() - start);
        }
        raised = false;
        return reached;
    }
}
