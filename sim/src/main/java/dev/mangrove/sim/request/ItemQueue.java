package dev.mangrove.sim.request;

import org.jspecify.annotations.Nullable;

import java.util.function.Predicate;

/** Items in the order they came, linked through themselves. */
final class ItemQueue {
    private @Nullable Item first;
    private @Nullable Item last;
    private int size;

    boolean isEmpty() {
        return first == null;
    }

    int size() {
        return size;
    }

    void add(Item item) {
        Item before = last;
        if (before == null) {
            first = item;
        } else {
            before.next = item;
        }
        last = item;
        size++;
    }

    @Nullable Item poll() {
        Item item = first;
        if (item != null) {
            first = item.next;
            item.next = null;
            size--;
            if (first == null) {
                last = null;
            }
        }
        return item;
    }

    /** Drops some. */
    void removeIf(Predicate<Item> condition) {
        Item item = first;
        first = null;
        last = null;
        size = 0;
        while (item != null) {
            Item after = item.next;
            item.next = null;
            if (condition.test(item)) {
                item.recycle();
            } else {
                add(item);
            }
            item = after;
        }
    }
}
