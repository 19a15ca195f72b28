package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.host.Host;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** The system's host with a clock that tests can advance. */
public final class LeapingHost implements Host {
    private final Host real = Host.system();
    private final AtomicLong ahead = new AtomicLong();

    public void leap(Duration time) {
        ahead.addAndGet(time.toNanos());
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public long nanoTime() {
        return real.nanoTime() + ahead.get();
    }

    @Override
    public void sleep(long nanos) {
        real.sleep(nanos);
    }

    @Override
    public void spinWait() {
        real.spinWait();
    }

    @Override
    public Task start(String name, Runnable body) {
        return real.start(name, body);
    }

    @Override
    public Signal signal() {
        return real.signal();
    }

    @Override
    public CpuMeter cpuMeter() {
        return real.cpuMeter();
    }

    @Override
    public RandomGenerator random() {
        return real.random();
    }
}
