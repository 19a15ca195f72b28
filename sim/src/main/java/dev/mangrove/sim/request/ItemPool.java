package dev.mangrove.sim.request;

import dev.mangrove.sim.hardware.BufferPool;

import org.jspecify.annotations.Nullable;

/** Reusable items. */
final class ItemPool {
    private final BufferPool buffers;
    private @Nullable Item free;

    ItemPool(BufferPool buffers) {
        this.buffers = buffers;
    }

    Item take(SimConnection connection, Item.What what) {
        Item item = free;
        if (item == null) {
            item = new Item(this);
        } else {
            free = item.next;
            item.next = null;
        }
        item.fill(connection, what);
        return item;
    }

    void give(Item item) {
        item.next = free;
        free = item;
    }

    BufferPool buffers() {
        return buffers;
    }
}
