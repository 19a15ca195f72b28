package dev.mangrove.sim.kernel;

/** An action at a point in time. The object that schedules it owns and reuses it. */
public abstract class Event {
    static final int ARGUMENT_BITS = 16;

    /** Largest number that may go with an event. */
    public static final int MAX_ARGUMENT = (1 << ARGUMENT_BITS) - 1;

    /** Makes an event. */
    protected Event() {}

    /** The time has come. */
    protected abstract void fire(int argument);
}
