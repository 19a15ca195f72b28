package dev.mangrove.sim.request;

import java.util.ArrayDeque;
import java.util.function.Function;

/**
 * Objects that are used again, last in first out.
 *
 * @param <T> what they are
 */
final class FreeList<T> {
    private final ArrayDeque<T> free = new ArrayDeque<>();
    private final Function<FreeList<T>, T> factory;

    /**
     * An empty list.
     *
     * @param factory makes an object, which gives itself back to the list
     */
    FreeList(Function<FreeList<T>, T> factory) {
        this.factory = factory;
    }

    T take() {
        T object = free.pollFirst();
        return object == null ? factory.apply(this) : object;
    }

    void give(T object) {
        free.addFirst(object);
    }
}
