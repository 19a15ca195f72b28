package dev.mangrove.litmus;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Objects that states of a litmus test use one after the other, because making one for each state
 * would take longer than the test itself. A state takes one when it is created, and its arbiter
 * gives it back.
 *
 * @param <T> the objects
 */
public final class Slots<T> {
    private final Queue<T> free = new ConcurrentLinkedQueue<>();
    private final Supplier<T> maker;

    /** Makes objects as states need them. */
    public Slots(Supplier<T> maker) {
        this.maker = maker;
    }

    /** An object for the caller alone. */
    public T take() {
        T slot = free.poll();
        return slot == null ? maker.get() : slot;
    }

    /** The caller does not use the object any more. */
    public void giveBack(T slot) {
        free.add(slot);
    }
}
