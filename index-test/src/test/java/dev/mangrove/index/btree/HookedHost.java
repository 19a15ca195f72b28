package dev.mangrove.index.btree;

import dev.mangrove.fabric.host.Host;

import java.util.random.RandomGenerator;

/** The system's host; runs an action once, after a number of entries or nodes. */
final class HookedHost implements Host {
    private final Host host = Host.system();
    private Runnable afterEntries = () -> {};
    private Runnable atNode = () -> {};
    private int nodesLeft = Integer.MAX_VALUE;

    void afterEntries(Runnable event) {
        afterEntries = event;
    }

    /** Sets the action to run after {@code nodes} nodes. */
    void atNode(int nodes, Runnable event) {
        nodesLeft = nodes;
        atNode = event;
    }

    @Override
    public void work(Work kind, long amount) {
        if (kind == Work.ENTRY) {
            Runnable event = afterEntries;
            afterEntries = () -> {};
            event.run();
        } else if (kind == Work.NODE && nodesLeft-- == 0) {
            atNode.run();
        }
    }

    @Override
    public String name() {
        return host.name();
    }

    @Override
    public long nanoTime() {
        return host.nanoTime();
    }

    @Override
    public void sleep(long nanos) {
        host.sleep(nanos);
    }

    @Override
    public void spinWait() {
        host.spinWait();
    }

    @Override
    public Task start(String name, Runnable body) {
        return host.start(name, body);
    }

    @Override
    public Signal signal() {
        return host.signal();
    }

    @Override
    public CpuMeter cpuMeter() {
        return host.cpuMeter();
    }

    @Override
    public RandomGenerator random() {
        return host.random();
    }
}
