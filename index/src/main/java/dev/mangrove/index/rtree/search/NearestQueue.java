package dev.mangrove.index.rtree.search;

import java.util.Arrays;

/**
 * Priority queue of pages and objects by distance: a binary heap of slot numbers; the slots hold
 * the rest. Reusable.
 */
final class NearestQueue {
    private static final int FIRST_CAPACITY = 64;
    private static final int SIDES = 4;

    private double[] distances = new double[FIRST_CAPACITY];
    private int[] heap = new int[FIRST_CAPACITY];
    private int size;

    private long[] references = new long[FIRST_CAPACITY];
    private boolean[] objects = new boolean[FIRST_CAPACITY];
    private double[] slotDistances = new double[FIRST_CAPACITY];
    private double[] borders = new double[SIDES * FIRST_CAPACITY];
    private int[] free = new int[FIRST_CAPACITY];
    private int freed;
    private int slots;

    void clear() {
        size = 0;
        slots = 0;
        freed = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Whether an element is no further away than a distance. */
    boolean hasWithin(double distance) {
        return size > 0 && distances[0] <= distance;
    }

    /** Adds a page. */
    void addPage(double distance, long pointer) {
        push(distance, newSlot(distance, pointer, false));
    }

    /** Adds an object. */
    void addObject(double distance, long id, double minX, double minY, double maxX, double maxY) {
        int slot = newSlot(distance, id, true);
        int at = SIDES * slot;
        borders[at] = minX;
        borders[at + 1] = minY;
        borders[at + 2] = maxX;
        borders[at + 3] = maxY;
        push(distance, slot);
    }

    private int newSlot(double distance, long reference, boolean object) {
        int slot = freed > 0 ? free[--freed] : slots++;
        if (slot == references.length) {
            references = Arrays.copyOf(references, 2 * slot);
            objects = Arrays.copyOf(objects, 2 * slot);
            slotDistances = Arrays.copyOf(slotDistances, 2 * slot);
            borders = Arrays.copyOf(borders, 2 * SIDES * slot);
            free = Arrays.copyOf(free, 2 * slot);
        }
        references[slot] = reference;
        objects[slot] = object;
        slotDistances[slot] = distance;
        return slot;
    }

    private void push(double distance, int slot) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
            distances = Arrays.copyOf(distances, 2 * size);
        }
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) / 2;
            if (!isBefore(distance, slot, parent)) {
                break;
            }
            distances[hole] = distances[parent];
            heap[hole] = heap[parent];
            hole = parent;
        }
        distances[hole] = distance;
        heap[hole] = slot;
    }

    /** Removes the nearest element; returns its slot, which stays valid until it is released. */
    int poll() {
        int first = heap[0];
        double distance = distances[--size];
        int slot = heap[size];
        int hole = 0;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && isBefore(distances[child + 1], heap[child + 1], child)) {
                child++;
            }
            if (isBefore(distance, slot, child)) {
                break;
            }
            distances[hole] = distances[child];
            heap[hole] = heap[child];
            hole = child;
        }
        distances[hole] = distance;
        heap[hole] = slot;
        return first;
    }

    /** Frees the slot of a removed element. */
    void release(int slot) {
        free[freed++] = slot;
    }

    double distance(int slot) {
        return slotDistances[slot];
    }

    long reference(int slot) {
        return references[slot];
    }

    boolean isObject(int slot) {
        return objects[slot];
    }

    double border(int slot, int side) {
        return borders[SIDES * slot + side];
    }

    /**
     * Pages come before objects of the same distance, so that all objects of that distance are
     * found first.
     */
    private boolean isBefore(double distance, int slot, int place) {
        double other = distances[place];
        return distance < other || (distance == other && !objects[slot] && objects[heap[place]]);
    }
}
