package dev.mangrove.index.handle;

import dev.mangrove.fabric.host.Host;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** A host of one thread, on which time passes only while it waits. */
final class ScriptedHost implements Host {
    private static final long SECOND = 1_000_000_000L;

    private final Queue<Runnable> atWaits = new ArrayDeque<>();
    private BooleanSupplier condition = () -> false;
    private Runnable atClock = () -> {};
    private long stepNanos;
    private long now;

    /**
     * Each wait takes that many seconds, or less if its limit is less, and ends with the next
     * event. Waits of less than a second end without one.
     */
    void atWaits(int seconds, Runnable... events) {
        stepNanos = seconds * SECOND;
        atWaits.addAll(List.of(events));
    }

    /** The first look at the clock under a condition causes an event. */
    void atClock(BooleanSupplier under, Runnable event) {
        condition = under;
        atClock = event;
    }

    long seconds() {
        return now / SECOND;
    }

    @Override
    public long nanoTime() {
        if (condition.getAsBoolean()) {
            condition = () -> false;
            atClock.run();
        }
        return now;
    }

    @Override
    public Signal signal() {
        return new Signal() {
            @Override
            public void raise() {}

            @Override
            public boolean await(long timeoutNanos) {
                now += Math.min(stepNanos, timeoutNanos);
                if (timeoutNanos < SECOND) {
                    return false;
                }
                atWaits.remove().run();
                return true;
            }
        };
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public void sleep(long nanos) {
        now += nanos;
    }

    @Override
    public void spinWait() {}

    @Override
    public Task start(String name, Runnable body) {
        throw new UnsupportedOperationException("a scripted host has one thread");
    }

    @Override
    public CpuMeter cpuMeter() {
        throw new UnsupportedOperationException("a scripted host has no meter");
    }

    @Override
    public RandomGenerator random() {
        throw new UnsupportedOperationException("a scripted host has no randomness");
    }
}
