package dev.mangrove.index.policy;

import dev.mangrove.fabric.host.Host;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** A host whose clock a test sets; it has no threads. */
final class ManualHost implements Host {
    private final SplittableRandom random = new SplittableRandom(1);
    long now = 1_000_000_000;

    @Override
    public String name() {
        return "test";
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void sleep(long nanos) {
        now += nanos;
    }

    @Override
    public void spinWait() {}

    @Override
    public Task start(String name, Runnable body) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Signal signal() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CpuMeter cpuMeter() {
        throw new UnsupportedOperationException();
    }

    @Override
    public RandomGenerator random() {
        return random.split();
    }
}
