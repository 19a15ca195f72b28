package dev.mangrove.sim.kernel;

import java.util.Arrays;

/** Slots by time and order: a heap of four children per node. */
final class SlotHeap {
    private static final int FIRST_CAPACITY = 64;

    private final EventSlots slots;
    private int[] nodes = new int[FIRST_CAPACITY];
    private int size;

    SlotHeap(EventSlots slots) {
        this.slots = slots;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The first slot. */
    int first() {
        return nodes[0];
    }

    void add(int slot) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * size);
        }
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >> 2;
            if (!slots.isBefore(slot, nodes[parent])) {
                break;
            }
            nodes[hole] = nodes[parent];
            hole = parent;
        }
        nodes[hole] = slot;
    }

    /** Takes the first slot out. */
    int remove() {
        int first = nodes[0];
        int last = --size;
        if (last > 0) {
            sink(nodes[last]);
        }
        return first;
    }

    private void sink(int slot) {
        int hole = 0;
        for (int child = 1; child < size; child = (hole << 2) + 1) {
            int least = child;
            int end = Math.min(child + 4, size);
            for (int other = child + 1; other < end; other++) {
                if (slots.isBefore(nodes[other], nodes[least])) {
                    least = other;
                }
            }
            if (!slots.isBefore(nodes[least], slot)) {
                break;
            }
            nodes[hole] = nodes[least];
            hole = least;
        }
        nodes[hole] = slot;
    }
}
