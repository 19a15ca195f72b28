package dev.mangrove.index.latch;

import dev.mangrove.fabric.host.Host;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A host with a clock that moves only while a thread sleeps, or never. */
public final class ToyHost implements Host {
    private final boolean frozen;
    private long now = 1_000_000;
    private int spins;
    private final List<Long> sleeps = new ArrayList<>();

    /**
     * Creates a host for one thread or for many.
     *
     * @param frozen whether the clock never moves, for many threads
     */
    public ToyHost(boolean frozen) {
        this.frozen = frozen;
    }

    int spins() {
        return spins;
    }

    List<Long> sleeps() {
        return sleeps;
    }

    @Override
    public String name() {
        return "toy";
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void sleep(long nanos) {
        if (frozen) {
            Host.system().sleep(nanos);
        } else {
            now += nanos;
            sleeps.add(nanos);
        }
    }

    @Override
    public void spinWait() {
        if (!frozen) {
            spins++;
        }
        Thread.onSpinWait();
    }

    @Override
    public Task start(String name, Runnable body) {
        return Host.system().start(name, body);
    }

    @Override
    public Signal signal() {
        return Host.system().signal();
    }

    @Override
    public CpuMeter cpuMeter() {
        return Host.system().cpuMeter();
    }

    @Override
    public RandomGenerator random() {
        return Host.system().random();
    }
}
