package dev.mangrove.fabric.sim.kernel;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Events by time, then by the order they were added: a heap of four children per node in parallel
 * arrays.
 *
 * <pre>
 *  order word:  63                    16 15          0
 *              +------------------------+-------------+
 *              |   number of the event  |  argument   |
 *              +------------------------+-------------+
 * </pre>
 */
final class EventQueue {
    static final int ARGUMENT_BITS = 16;

    private static final int FIRST_CAPACITY = 256;

    private long[] times = new long[FIRST_CAPACITY];
    private long[] orders = new long[FIRST_CAPACITY];
    private @Nullable Event[] events = new Event[FIRST_CAPACITY];
    private int size;
    private long added;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Time of the first event. */
    long firstTime() {
        return times[0];
    }

    /** Argument of the first event. */
    int firstArgument() {
        return (int) orders[0] & Event.MAX_ARGUMENT;
    }

    void add(long time, Event event, int argument) {
        assert argument >= 0 && argument <= Event.MAX_ARGUMENT : argument;
        if (size == times.length) {
            grow();
        }
        long order = (added++ << ARGUMENT_BITS) | argument;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >> 2;
            // A new event is behind all others of its time, so only an earlier time moves it up.
            if (times[parent] <= time) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, time, order, event);
    }

    /** Takes the first event out. */
    Event remove() {
        Event first = events[0];
        if (first == null) {
            throw new IllegalStateException("no event");
        }
        int last = --size;
        long time = times[last];
        long order = orders[last];
        Event event = events[last];
        events[last] = null;
        if (last > 0 && event != null) {
            sink(time, order, event);
        }
        return first;
    }

    private void sink(long time, long order, Event event) {
        int hole = 0;
        for (int child = 1; child < size; child = (hole << 2) + 1) {
            int least = child;
            int end = Math.min(child + 4, size);
            for (int other = child + 1; other < end; other++) {
                if (isBefore(times[other], orders[other], least)) {
                    least = other;
                }
            }
            if (!isAfter(time, order, least)) {
                break;
            }
            move(least, hole);
            hole = least;
        }
        put(hole, time, order, event);
    }

    private boolean isBefore(long time, long order, int index) {
        return time < times[index] || (time == times[index] && order < orders[index]);
    }

    private boolean isAfter(long time, long order, int index) {
        return time > times[index] || (time == times[index] && order > orders[index]);
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        events[to] = events[from];
    }

    private void put(int index, long time, long order, Event event) {
        times[index] = time;
        orders[index] = order;
        events[index] = event;
    }

    private void grow() {
        int capacity = 2 * size;
        times = Arrays.copyOf(times, capacity);
        orders = Arrays.copyOf(orders, capacity);
        events = Arrays.copyOf(events, capacity);
    }
}
