package dev.mangrove.sim.kernel;

import org.jspecify.annotations.Nullable;

import java.util.function.BooleanSupplier;

/** The clock, the queue of events, and the loop that runs them. */
public final class Kernel {
    /** Picoseconds of a nanosecond. */
    public static final long NANOSECOND = 1_000;

    /** A time that never comes. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final Event NOTHING =
            new Event() {
                @Override
                protected void fire(int argument) {}
            };

    private final EventQueue queue = new EventQueue();
    private long now;
    private long fired;
    private boolean running;
    private @Nullable Coroutine current;
    private @Nullable Throwable failure;

    /** Creates a kernel at time 0 without events. */
    public Kernel() {}

    /** The time, in picoseconds. */
    public long now() {
        return now;
    }

    /** Events that have fired. */
    public long fired() {
        return fired;
    }

    /** Events still to come. */
    public int pending() {
        return queue.size();
    }

    /** The running coroutine, or null while an event or code outside the simulation runs. */
    public @Nullable Coroutine current() {
        return current;
    }

    /** Lets an event fire at a time that has not passed. */
    public void schedule(long time, Event event, int argument) {
        assert time >= now : "in the past: time=" + time + ", now=" + now;
        queue.add(time, event, argument);
    }

    /** Runs until nothing is left to do. */
    public void run() {
        runUntil(NEVER, () -> false);
    }

    /**
     * Runs events until a condition holds or the time has come; the condition is looked at after
     * each event. Not to be called by an event or coroutine.
     *
     * @return whether the condition holds
     */
    public boolean runUntil(long deadline, BooleanSupplier condition) {
        if (running) {
            throw new IllegalStateException(
                    "the loop runs already: a coroutine must suspend itself instead");
        }
        running = true;
        try {
            while (!condition.getAsBoolean()) {
                if (!queue.isDueBy(deadline)) {
                    if (deadline != NEVER) {
                        now = Math.max(now, deadline);
                    }
                    return condition.getAsBoolean();
                }
                step();
            }
            return true;
        } finally {
            running = false;
        }
    }

    /** Notes that code under simulation failed; the loop ends with the first such failure. */
    public void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    /** Schedules an empty event, so that the clock reaches a time. */
    public void tickAt(long time) {
        schedule(time, NOTHING, 0);
    }

    private void step() {
        now = queue.firstTime();
        int argument = queue.firstArgument();
        Event event = queue.remove();
        fired++;
        event.fire(argument);
        Throwable reason = failure;
        if (reason != null) {
            failure = null;
            throw new SimulationFailure(reason);
        }
    }

    @Nullable Coroutine enter(Coroutine coroutine) {
        Coroutine outer = current;
        current = coroutine;
        return outer;
    }

    void leave() {
        current = null;
    }

    boolean isCurrent(Coroutine coroutine) {
        return current == coroutine;
    }
}
