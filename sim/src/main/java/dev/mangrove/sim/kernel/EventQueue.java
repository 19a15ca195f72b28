package dev.mangrove.sim.kernel;

/**
 * Events by time, then by the order they were added. Most are due within microseconds and wait in
 * the buckets of a wheel; those of the bucket whose time has come are in a heap, which is small
 * whatever the number of clients; those beyond the wheel, mostly deadlines that never come, are in
 * a heap that is rarely touched. However times fall, adding and taking cost no more than in one
 * heap.
 */
final class EventQueue {
    private final EventSlots slots = new EventSlots();
    private final SlotHeap due = new SlotHeap(slots);
    private final EventWheel wheel = new EventWheel(slots);
    private final SlotHeap far = new SlotHeap(slots);

    /** The bucket that is due: all before it, and it itself, are in the heap. */
    private long bucket;

    /** The first bucket beyond the wheel that holds something, or {@link Long#MAX_VALUE}. */
    private long firstFar = Long.MAX_VALUE;

    private int size;

    int size() {
        return size;
    }

    /**
     * Whether an event is due at a time or before. Does not advance the wheel past that time: a
     * caller that stops there may still add events earlier than the remaining ones, and their
     * buckets must still be ahead.
     */
    boolean isDueBy(long time) {
        if (due.isEmpty()) {
            long next = nextBucket();
            if (next > EventWheel.bucket(time)) {
                return false;
            }
            turnTo(next);
        }
        return slots.time(due.first()) <= time;
    }

    /** Time of the first event. Only where one {@link #isDueBy is due}, as for all that follows. */
    long firstTime() {
        return slots.time(due.first());
    }

    /** Argument of the first event. */
    int firstArgument() {
        return slots.argument(due.first());
    }

    /** Takes the first event out. */
    Event remove() {
        size--;
        int slot = due.remove();
        slots.give(slot);
        return slots.event(slot);
    }

    void add(long time, Event event, int argument) {
        int slot = slots.take(time, event, argument);
        long ahead = EventWheel.bucket(time) - bucket;
        if (ahead <= 0) {
            due.add(slot);
        } else if (ahead < EventWheel.BUCKETS) {
            wheel.add(bucket + ahead, slot);
        } else {
            far.add(slot);
            firstFar = Math.min(firstFar, bucket + ahead);
        }
        size++;
    }

    /** The next bucket that holds something, or {@link Long#MAX_VALUE}. */
    private long nextBucket() {
        return Math.min(wheel.nextAfter(bucket), firstFar);
    }

    private void turnTo(long next) {
        bucket = next;
        wheel.empty(next, due);
        while (firstFar == next) {
            due.add(far.remove());
            firstFar = far.isEmpty() ? Long.MAX_VALUE : bucketOf(far.first());
        }
    }

    private long bucketOf(int slot) {
        return EventWheel.bucket(slots.time(slot));
    }
}
