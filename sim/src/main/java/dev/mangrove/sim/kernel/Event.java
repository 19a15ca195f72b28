package dev.mangrove.sim.kernel;

/** Something that happens at a time. Owned and reused by whoever schedules it. */
public abstract class Event {
    /** Largest number that may go with an event. */
    public static final int MAX_ARGUMENT = (1 << EventSlots.ARGUMENT_BITS) - 1;

    /** Makes an event. */
    protected Event() {}

    /** The time has come. */
    protected abstract void fire(int argument);
}
