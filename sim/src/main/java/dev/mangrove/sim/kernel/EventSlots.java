package dev.mangrove.sim.kernel;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Where scheduled events lie until they fire: each in a slot, known by its number. What orders the
 * slots moves numbers only; a reference is stored once per event, since each such store costs the
 * collector's barrier. A slot that was freed is the first to be used again, so that the slots of a
 * busy queue stay in the cache.
 *
 * <pre>
 *  order word:  63                    16 15          0
 *              +------------------------+-------------+
 *              |   number of the event  |  argument   |
 *              +------------------------+-------------+
 * </pre>
 */
final class EventSlots {
    /** No slot. */
    static final int NONE = -1;

    private static final int FIRST_CAPACITY = 256;

    /** Time and order word of each slot, side by side. */
    private long[] keys = new long[2 * FIRST_CAPACITY];

    private @Nullable Event[] events = new Event[FIRST_CAPACITY];
    private int[] links = new int[FIRST_CAPACITY];
    private int free = NONE;
    private int used;
    private long added;

    int take(long time, Event event, int argument) {
        assert argument >= 0 && argument <= Event.MAX_ARGUMENT : argument;
        int slot = free;
        if (slot == NONE) {
            slot = another();
        } else {
            free = links[slot];
        }
        keys[2 * slot] = time;
        keys[2 * slot + 1] = (added++ << Event.ARGUMENT_BITS) | argument;
        events[slot] = event;
        return slot;
    }

    /** Frees a slot, whose event stays readable until the slot is taken again. */
    void give(int slot) {
        links[slot] = free;
        free = slot;
    }

    long time(int slot) {
        return keys[2 * slot];
    }

    int argument(int slot) {
        return (int) keys[2 * slot + 1] & Event.MAX_ARGUMENT;
    }

    Event event(int slot) {
        Event event = events[slot];
        if (event == null) {
            throw new IllegalStateException("no event: slot=" + slot);
        }
        return event;
    }

    /** Whether one slot comes before another: by time, then by the order they were taken. */
    boolean isBefore(int slot, int other) {
        long time = keys[2 * slot];
        long otherTime = keys[2 * other];
        return time != otherTime ? time < otherTime : keys[2 * slot + 1] < keys[2 * other + 1];
    }

    /** The slot behind this one in its list. */
    int link(int slot) {
        return links[slot];
    }

    void link(int slot, int next) {
        links[slot] = next;
    }

    private int another() {
        if (used == events.length) {
            keys = Arrays.copyOf(keys, 4 * used);
            events = Arrays.copyOf(events, 2 * used);
            links = Arrays.copyOf(links, 2 * used);
        }
        return used++;
    }
}
